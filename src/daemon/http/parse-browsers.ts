import * as z from "zod";

const browser = z.object({
  id: z.string(),
  /** As the person knows it. */
  name: z.string(),
  /** SHA-256 of its secret; the secret itself is only in the browser. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where the daemon listened when it signed in. */
  port: z.number(),
  sinceMs: z.number(),
  seenMs: z.number(),
});
export type SignedInBrowser = Readonly<z.infer<typeof browser>>;

const shape = z.object({ browsers: z.array(browser) });

/** Null: it was written by half or by hand, and everybody signs in again. */
export function parseBrowsers(text: string): readonly SignedInBrowser[] | null {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.browsers : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
