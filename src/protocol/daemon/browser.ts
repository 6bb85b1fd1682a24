/** Browsers that are signed in to the dashboard. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const browserView = z
  .object({
    id: z.string(),
    /** As the person knows it. */
    name: z.string(),
    since: moment,
    lastSeen: moment,
    /** It is signed out then, unless it is used before; a week after it signed in it is signed out in any case. */
    until: moment,
    /** The one that asks. */
    isThis: z.boolean(),
  })
  .meta({ id: "Browser" });
export type BrowserView = z.infer<typeof browserView>;

export const browserSignIn = z.strictObject({
  ticket: z.string().min(1).max(200),
  /** How the list of browsers calls it. */
  name: z.string().min(1).max(100),
  /** The browser that was signed in before under this id, and stays the one it was. */
  id: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional(),
});

export const proofRequest = z.strictObject({
  id: z.string().max(40),
  /** Drawn for this purpose, 32 bytes. */
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
});

/** HMAC-SHA-256 over the challenge, as it was written, with the SHA-256 of the last part of the browser's token as key. */
export const proofView = z.object({ proof: z.string() });

/** `token` is sent as `Authorization: Bearer`; nobody but the browser keeps it. */
export const signedInBrowser = z.object({ id: z.string(), token: z.string() });
