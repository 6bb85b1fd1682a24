/**
 * Slack, by an incoming webhook, or by a bot (`botToken` and `channel`), whose messages are changed when their cause is gone.
 * The button leads to the dashboard; nothing is decided in Slack.
 */
import type { Notice, SentNotice } from "../../../slots/notifier.ts";
import { createHttpNotifier } from "../shared/http-notifier.ts";
import type { MadeNotifier, MakeNotifier, NotifierOptions } from "../shared/made.ts";
import { describeOver } from "../shared/over.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";
import { parseSlackMessageId, parseRef } from "./parse-slack.ts";

const WEBHOOK = "SLACK_WEBHOOK_URL";
const BOT = "SLACK_BOT_TOKEN";
/** What Slack takes of a header, and of a section. */
const HEADER_MAX = 150;
const SECTION_MAX = 2_900;

export const createSlackNotifier: MakeNotifier = (options) => {
  const channel = readNotifierSetting(options, "channel");
  if (channel !== null) return createBotNotifier(options, channel);
  const address = readNotifierSetting(options, "webhookUrl", WEBHOOK);
  if (address === null) return reportMissingSetting(options, "webhookUrl", WEBHOOK);
  const url = parseHttpAddress(address);
  if (url === null) return reportInvalidAddress(options, "webhookUrl");
  const body = (notice: Notice): string => JSON.stringify(formatMessage(notice));
  return { ok: true, notifier: createHttpNotifier(options.name, (notice) => ({ url, body: body(notice) })) };
};

function createBotNotifier(options: NotifierOptions, channel: string): MadeNotifier {
  const token = readNotifierSetting(options, "botToken", BOT);
  if (token === null) return reportMissingSetting(options, "botToken", BOT);
  const base = parseHttpAddress(readNotifierSetting(options, "apiUrl") ?? "https://slack.com");
  if (base === null) return reportInvalidAddress(options, "apiUrl");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" };
  const request = (method: string, body: object) => ({
    ...{ url: new URL(`/api/${method}`, base), headers },
    body: JSON.stringify(body),
  });
  const settle = ({ notice, ref }: SentNotice) => {
    const where = parseRef(ref);
    return where === null ? null : request("chat.update", { ...where, ...formatMessage(describeOver(notice)) });
  };
  const requestFor = (notice: Notice) => request("chat.postMessage", { channel, ...formatMessage(notice) });
  return { ok: true, notifier: createHttpNotifier(options.name, requestFor, { read: parseSlackMessageId, settle }) };
}

function formatMessage({ title, message: text, url }: Notice): object {
  return {
    text: escapeText(shorten(`${title}: ${text}`, SECTION_MAX)),
    blocks: [
      { type: "header", text: { type: "plain_text", text: shorten(title, HEADER_MAX), emoji: false } },
      { type: "section", text: { type: "plain_text", text: shorten(text, SECTION_MAX), emoji: false } },
      ...(url === null ? [] : [{ type: "actions", elements: [formatButton(url)] }]),
    ],
  };
}

const formatButton = (url: string): object => ({
  type: "button",
  text: { type: "plain_text", text: "Open the session" },
  url,
  action_id: "open",
});

/** In `text` these three begin a mention or a link. */
const escapeText = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
