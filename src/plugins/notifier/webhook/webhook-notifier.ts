/**
 * Any HTTP address. With a `secret` the body is signed: `x-ao-signature: sha256=<hex>` is the HMAC of
 * `<x-ao-timestamp>.<body>`; the key tells a notice that comes twice. Once its cause is gone it comes again with `over: true`.
 */
import { createHmac } from "node:crypto";
import type { Notice, ToldNotice } from "../../../slots/notifier.ts";
import { httpNotifier, type NoticeRequest } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { over } from "../shared/over.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";

export const webhookNotifier: MakeNotifier = (options) => {
  const address = textSetting(options, "url");
  if (address === null) return lacks(options, "url");
  const url = httpAddress(address);
  if (url === null) return noAddress(options, "url");
  const secret = textSetting(options, "secret");
  const requestFor = (notice: Notice) =>
    signed(url, secret, { delivery: notice.key, body: { ...notice, over: false } });
  const settle = ({ notice }: ToldNotice) =>
    signed(url, secret, { delivery: `${notice.key}:over`, body: { ...over(notice), over: true } });
  return { ok: true, notifier: httpNotifier(options.name, requestFor, { settle }) };
};

type Delivery = { readonly delivery: string; readonly body: Notice & { readonly over: boolean } };

function signed(url: URL, secret: string | null, { delivery, body: notice }: Delivery): NoticeRequest {
  const body = JSON.stringify(notice);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const named = { "x-ao-delivery": delivery, "x-ao-timestamp": timestamp };
  if (secret === null) return { url, body, headers: named };
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { url, body, headers: { ...named, "x-ao-signature": `sha256=${signature}` } };
}
