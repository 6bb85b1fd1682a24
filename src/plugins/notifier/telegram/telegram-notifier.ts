/** Telegram, by a bot. Plain text: no sign of a stranger's becomes a link or a mention. A message is changed when its cause is gone. */
import type { Notice, ToldNotice } from "../../../slots/notifier.ts";
import { ok } from "../../../slots/result.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { over } from "../shared/over.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";
import { parsePosted } from "./parse-telegram.ts";

const TOKEN = "TELEGRAM_BOT_TOKEN";
const CHAT = "TELEGRAM_CHAT_ID";
const TEXT_MAX = 4_000;

export const telegramNotifier: MakeNotifier = (options) => {
  const token = textSetting(options, "botToken", TOKEN);
  if (token === null) return lacks(options, "botToken", TOKEN);
  const chat = textSetting(options, "chatId", CHAT);
  if (chat === null) return lacks(options, "chatId", CHAT);
  const base = httpAddress(textSetting(options, "apiUrl") ?? "https://api.telegram.org");
  if (base === null) return noAddress(options, "apiUrl");
  const method = (name: string): URL => new URL(`/bot${token}/${name}`, base);
  const requestFor = (notice: Notice) => ({
    url: method("sendMessage"),
    body: JSON.stringify({ chat_id: chat, ...message(notice) }),
  });
  const settle = ({ notice, ref }: ToldNotice) =>
    ref === null
      ? null
      : {
          url: method("editMessageText"),
          body: JSON.stringify({ chat_id: chat, message_id: Number(ref), ...message(over(notice)) }),
        };
  const read = (answer: string) => ok(parsePosted(answer));
  return { ok: true, notifier: httpNotifier(options.name, requestFor, { read, settle }) };
};

function message({ title, message: text, url }: Notice): object {
  const lines = [title, "", text, ...(url === null ? [] : ["", url])];
  return { text: shorten(lines.join("\n"), TEXT_MAX), link_preview_options: { is_disabled: true } };
}
