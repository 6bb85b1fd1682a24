import * as z from "zod";

const base64url = z.string().regex(/^[\w-]+$/);

const shape = z.object({
  key: z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: base64url, y: base64url, d: base64url }),
  browsers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sinceMs: z.number(),
      endpoint: z.string(),
      p256dh: base64url,
      auth: base64url,
      /** As what it was signed in when it subscribed; left out: not by a page. */
      signedInAs: z.string().optional(),
    }),
  ),
});

export type PushPages = z.infer<typeof shape>;
export type PushBrowser = PushPages["browsers"][number];

/** A file that was written by half or by hand is an error: to make another key would silence every browser. */
export const parsePushBook = (text: string): PushPages => shape.parse(JSON.parse(text));
