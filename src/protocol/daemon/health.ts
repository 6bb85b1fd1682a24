import * as z from "zod";

/** Answered without a token: it says only that a daemon is here, and which. */
export const healthPath = "/api/health";

export const health = z.object({
  pid: z.number().int(),
  port: z.number().int(),
  version: z.string(),
});
export type Health = z.infer<typeof health>;
