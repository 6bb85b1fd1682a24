/** Telegram, by a bot. Plain text: no sign of a stranger's becomes a link or a mention. */
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";

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
  const url = new URL(`/bot${token}/sendMessage`, base);
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, body: message(chat, notice) })) };
};

function message(chat: string, { title, message: text, url }: Notice): string {
  const lines = [title, "", text, ...(url === null ? [] : ["", url])];
  return JSON.stringify({
    chat_id: chat,
    text: shorten(lines.join("\n"), TEXT_MAX),
    link_preview_options: { is_disabled: true },
  });
}
