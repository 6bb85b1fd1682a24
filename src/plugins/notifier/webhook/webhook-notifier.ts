/**
 * Any HTTP address. With a `secret` the body is signed: `x-ao-signature: sha256=<hex>` is the HMAC of
 * `<x-ao-timestamp>.<body>`; the key tells a notice that comes twice. Once its cause is gone it comes again with `over: true`.
 */
import { createHmac } from "node:crypto";
import type { Notice, SentNotice } from "../../../slots/notifier.ts";
import { createHttpNotifier, type NoticeRequest } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { describeOver } from "../shared/over.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../shared/read-settings.ts";

export const createWebhookNotifier: MakeNotifier = (options) => {
  const address = readNotifierSetting(options, "url");
  if (address === null) return reportMissingSetting(options, "url");
  const url = parseHttpAddress(address);
  if (url === null) return reportInvalidAddress(options, "url");
  const secret = readNotifierSetting(options, "secret");
  const requestFor = (notice: Notice) =>
    signRequest(url, secret, { delivery: notice.key, body: { ...notice, over: false } });
  const settle = ({ notice }: SentNotice) =>
    signRequest(url, secret, { delivery: `${notice.key}:over`, body: { ...describeOver(notice), over: true } });
  return { ok: true, notifier: createHttpNotifier(options.name, requestFor, { settle }) };
};

type Delivery = { readonly delivery: string; readonly body: Notice & { readonly over: boolean } };

function signRequest(url: URL, secret: string | null, { delivery, body: notice }: Delivery): NoticeRequest {
  const body = JSON.stringify(notice);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const named = { "x-ao-delivery": delivery, "x-ao-timestamp": timestamp };
  if (secret === null) return { url, body, headers: named };
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { url, body, headers: { ...named, "x-ao-signature": `sha256=${signature}` } };
}
