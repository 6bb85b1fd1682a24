/** Discord, by a channel's webhook. Nobody is mentioned, whatever the text says. A message is changed when its cause is gone. */
import type { Notice, ToldNotice } from "../../../slots/notifier.ts";
import { ok } from "../../../slots/result.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { over } from "../shared/over.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";
import { parsePosted } from "./parse-discord.ts";

const VARIABLE = "DISCORD_WEBHOOK_URL";
/** What Discord takes of an embed. */
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4_000;

export const discordNotifier: MakeNotifier = (options) => {
  const address = textSetting(options, "webhookUrl", VARIABLE);
  if (address === null) return lacks(options, "webhookUrl", VARIABLE);
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "webhookUrl");
  const posting = new URL(url);
  // Without it Discord does not say which message it made.
  posting.searchParams.set("wait", "true");
  const requestFor = (notice: Notice) => ({ url: posting, body: JSON.stringify(embed(notice, colours[notice.level])) });
  const settle = ({ notice, ref }: ToldNotice) =>
    ref === null
      ? null
      : { method: "PATCH" as const, url: messageAt(url, ref), body: JSON.stringify(embed(over(notice), OVER)) };
  const read = (answer: string) => ok(parsePosted(answer));
  return { ok: true, notifier: httpNotifier(options.name, requestFor, { read, settle }) };
};

function messageAt(webhook: URL, id: string): URL {
  const url = new URL(webhook);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${encodeURIComponent(id)}`;
  return url;
}

const colours: Record<Notice["level"], number> = {
  urgent: 0xd4_35_2c,
  action: 0xb4_5f_06,
  warning: 0x8a_6d_00,
  info: 0x3b_6e_a5,
};

const OVER = 0x8a_8f_98;

function embed({ title, message, url }: Notice, color: number): object {
  const shown = { title: shorten(title, TITLE_MAX), description: shorten(plain(message), DESCRIPTION_MAX) };
  const link = url !== null && url.startsWith("https:") ? { url } : {};
  return { allowed_mentions: { parse: [] }, embeds: [{ ...shown, ...link, color }] };
}

/** Signs that Discord would read as formatting, a mention, or a link that shows other words than where it leads. */
const plain = (text: string): string => text.replace(/[\\*_~`|<>[\]#]/g, "\\$&");
