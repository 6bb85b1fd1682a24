/** Slack, by an incoming webhook. The button leads to the dashboard; nothing is decided in Slack. */
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";

const VARIABLE = "SLACK_WEBHOOK_URL";
/** What Slack takes of a header, and of a section. */
const HEADER_MAX = 150;
const SECTION_MAX = 2_900;

export const slackNotifier: MakeNotifier = (options) => {
  const address = textSetting(options, "webhookUrl", VARIABLE);
  if (address === null) return lacks(options, "webhookUrl", VARIABLE);
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "webhookUrl");
  const body = (notice: Notice): string => JSON.stringify(message(notice));
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, body: body(notice) })) };
};

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
