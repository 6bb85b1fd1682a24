/** Telegram, by a bot. Plain text: no sign of a stranger's becomes a link or a mention. A message is changed when its cause is gone. */
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
import { parseTelegramMessageId } from "./parse-telegram.ts";

const TOKEN = "TELEGRAM_BOT_TOKEN";
const CHAT = "TELEGRAM_CHAT_ID";
const TEXT_MAX = 4_000;

export const createTelegramNotifier: MakeNotifier = (options) => {
  const token = readNotifierSetting(options, "botToken", TOKEN);
  if (token === null) return reportMissingSetting(options, "botToken", TOKEN);
  const chat = readNotifierSetting(options, "chatId", CHAT);
  if (chat === null) return reportMissingSetting(options, "chatId", CHAT);
  const base = parseHttpAddress(readNotifierSetting(options, "apiUrl") ?? "https://api.telegram.org");
  if (base === null) return reportInvalidAddress(options, "apiUrl");
  const method = (name: string): URL => new URL(`/bot${token}/${name}`, base);
  const requestFor = (notice: Notice) => ({
    url: method("sendMessage"),
    body: JSON.stringify({ chat_id: chat, ...formatMessage(notice) }),
  });
  const settle = ({ notice, ref }: SentNotice) =>
    ref === null
      ? null
      : {
          url: method("editMessageText"),
          body: JSON.stringify({ chat_id: chat, message_id: Number(ref), ...formatMessage(describeOver(notice)) }),
        };
  const read = (answer: string) => ok(parseTelegramMessageId(answer));
  return { ok: true, notifier: createHttpNotifier(options.name, requestFor, { read, settle }) };
};

function formatMessage({ title, message: text, url }: Notice): object {
  const lines = [title, "", text, ...(url === null ? [] : ["", url])];
  return { text: shorten(lines.join("\n"), TEXT_MAX), link_preview_options: { is_disabled: true } };
}
