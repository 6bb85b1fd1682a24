/** Discord, by a channel's webhook. Nobody is mentioned, whatever the text says. A message is changed when its cause is gone. */
import type { Notice, SentNotice } from "../../../slots/notifier.ts";
import { ok } from "../../../slots/result.ts";
import { createHttpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { describeOver } from "../shared/over.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";
import { parseDiscordMessageId } from "./parse-discord.ts";

const VARIABLE = "DISCORD_WEBHOOK_URL";
/** What Discord takes of an embed. */
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4_000;

export const createDiscordNotifier: MakeNotifier = (options) => {
  const address = readNotifierSetting(options, "webhookUrl", VARIABLE);
  if (address === null) return reportMissingSetting(options, "webhookUrl", VARIABLE);
  const url = parseHttpAddress(address);
  if (url === null) return reportInvalidAddress(options, "webhookUrl");
  const posting = new URL(url);
  // Without it Discord does not say which message it made.
  posting.searchParams.set("wait", "true");
  const requestFor = (notice: Notice) => ({ url: posting, body: JSON.stringify(embed(notice, colours[notice.level])) });
  const settle = ({ notice, ref }: SentNotice) =>
    ref === null
      ? null
      : {
          method: "PATCH" as const,
          url: buildMessageAddress(url, ref),
          body: JSON.stringify(embed(describeOver(notice), OVER)),
        };
  const read = (answer: string) => ok(parseDiscordMessageId(answer));
  return { ok: true, notifier: createHttpNotifier(options.name, requestFor, { read, settle }) };
};

function buildMessageAddress(webhook: URL, id: string): URL {
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
  const shown = { title: shorten(title, TITLE_MAX), description: shorten(escapeFormatting(message), DESCRIPTION_MAX) };
  const link = url !== null && url.startsWith("https:") ? { url } : {};
  return { allowed_mentions: { parse: [] }, embeds: [{ ...shown, ...link, color }] };
}

/** Signs that Discord would read as formatting, a mention, or a link that shows other words than where it leads. */
const escapeFormatting = (text: string): string => text.replace(/[\\*_~`|<>[\]#]/g, "\\$&");
