/**
 * Any HTTP address. With a `secret` the body is signed: `x-ao-signature: sha256=<hex>` is the HMAC of
 * `<x-ao-timestamp>.<body>`; the key tells a notice that comes twice.
 */
import { createHmac } from "node:crypto";
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier, type NoticeRequest } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";

export const webhookNotifier: MakeNotifier = (options) => {
  const address = textSetting(options, "url");
  if (address === null) return lacks(options, "url");
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "url");
  const secret = textSetting(options, "secret");
  return { ok: true, notifier: httpNotifier(options.name, (notice) => signed(url, secret, notice)) };
};

function signed(url: URL, secret: string | null, notice: Notice): NoticeRequest {
  const body = JSON.stringify(notice);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const named = { "x-ao-delivery": notice.key, "x-ao-timestamp": timestamp };
  if (secret === null) return { url, body, headers: named };
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { url, body, headers: { ...named, "x-ao-signature": `sha256=${signature}` } };
}
