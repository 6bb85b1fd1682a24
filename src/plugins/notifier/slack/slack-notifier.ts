/**
 * Slack, by an incoming webhook, or by a bot (`botToken` and `channel`), whose messages are changed when their cause is gone.
 * The button leads to the dashboard; nothing is decided in Slack.
 */
import type { Notice, ToldNotice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MadeNotifier, MakeNotifier, NotifierOptions } from "../shared/made.ts";
import { over } from "../shared/over.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";
import { parsePosted, parseRef } from "./parse-slack.ts";

const WEBHOOK = "SLACK_WEBHOOK_URL";
const BOT = "SLACK_BOT_TOKEN";
/** What Slack takes of a header, and of a section. */
const HEADER_MAX = 150;
const SECTION_MAX = 2_900;

export const slackNotifier: MakeNotifier = (options) => {
  const channel = textSetting(options, "channel");
  if (channel !== null) return byBot(options, channel);
  const address = textSetting(options, "webhookUrl", WEBHOOK);
  if (address === null) return lacks(options, "webhookUrl", WEBHOOK);
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "webhookUrl");
  const body = (notice: Notice): string => JSON.stringify(message(notice));
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, body: body(notice) })) };
};

function byBot(options: NotifierOptions, channel: string): MadeNotifier {
  const token = textSetting(options, "botToken", BOT);
  if (token === null) return lacks(options, "botToken", BOT);
  const base = httpAddress(textSetting(options, "apiUrl") ?? "https://slack.com");
  if (base === null) return noAddress(options, "apiUrl");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" };
  const request = (method: string, body: object) => ({
    ...{ url: new URL(`/api/${method}`, base), headers },
    body: JSON.stringify(body),
  });
  const settle = ({ notice, ref }: ToldNotice) => {
    const where = parseRef(ref);
    return where === null ? null : request("chat.update", { ...where, ...message(over(notice)) });
  };
  const requestFor = (notice: Notice) => request("chat.postMessage", { channel, ...message(notice) });
  return { ok: true, notifier: httpNotifier(options.name, requestFor, { read: parsePosted, settle }) };
}

function message({ title, message: text, url }: Notice): object {
  return {
    text: escaped(shorten(`${title}: ${text}`, SECTION_MAX)),
    blocks: [
      { type: "header", text: { type: "plain_text", text: shorten(title, HEADER_MAX), emoji: false } },
      { type: "section", text: { type: "plain_text", text: shorten(text, SECTION_MAX), emoji: false } },
      ...(url === null ? [] : [{ type: "actions", elements: [button(url)] }]),
    ],
  };
}

const button = (url: string): object => ({
  type: "button",
  text: { type: "plain_text", text: "Open the session" },
  url,
  action_id: "open",
});

/** In `text` these three begin a mention or a link. */
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
