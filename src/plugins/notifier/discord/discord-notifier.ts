/** Discord, by a channel's webhook. Nobody is mentioned, whatever the text says. */
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";
import { shorten } from "../shared/shorten.ts";

const VARIABLE = "DISCORD_WEBHOOK_URL";
/** What Discord takes of an embed. */
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4_000;

export const discordNotifier: MakeNotifier = (options) => {
  const address = textSetting(options, "webhookUrl", VARIABLE);
  if (address === null) return lacks(options, "webhookUrl", VARIABLE);
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "webhookUrl");
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, body: JSON.stringify(embed(notice)) })) };
};

const colours: Record<Notice["level"], number> = {
  urgent: 0xd4_35_2c,
  action: 0xb4_5f_06,
  warning: 0x8a_6d_00,
  info: 0x3b_6e_a5,
};

function embed({ title, message, level, url }: Notice): object {
  const shown = { title: shorten(title, TITLE_MAX), description: shorten(plain(message), DESCRIPTION_MAX) };
  const link = url !== null && url.startsWith("https:") ? { url } : {};
  return { allowed_mentions: { parse: [] }, embeds: [{ ...shown, ...link, color: colours[level] }] };
}

/** Signs that Discord would read as formatting. */
const plain = (text: string): string => text.replace(/[\\*_~`|>]/g, "\\$&");
