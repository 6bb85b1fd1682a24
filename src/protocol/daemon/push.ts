/** Browsers that are told also without an open page. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const pushBrowser = z
  .object({
    id: z.string(),
    /** As the person knows it. */
    name: z.string(),
    since: moment,
    /** The host of the service that carries the notices to it. */
    through: z.string(),
  })
  .meta({ id: "PushBrowser" });
export type PushBrowserView = z.infer<typeof pushBrowser>;

export const pushView = z
  .object({
    /** What a browser subscribes with: an uncompressed P-256 point, base64url. */
    publicKey: z.string(),
    browsers: z.array(pushBrowser),
  })
  .meta({ id: "Push" });

/** What the browser's `PushSubscription` says. */
const pushAddress = z.strictObject({
  endpoint: z.url().max(2_000),
  p256dh: z.string().min(1).max(200),
  auth: z.string().min(1).max(100),
});

export const pushOffer = pushAddress.extend({
  name: z.string().min(1).max(100),
});

/** `was` is the address that the push service gave it before. */
export const pushRenewal = pushAddress.extend({ was: z.url().max(2_000) });
