/** What fails on the default branch, and the issues made of it. */
import * as z from "zod";

export const triageRequest = z.strictObject({
  projectId: z.string().min(1).optional(),
  /** Only this check. */
  check: z.string().min(1).optional(),
  /** The run that an earlier answer named, to be asked about again. */
  run: z.string().min(1).max(100).optional(),
  /** How long the answer may wait for checks that run. */
  waitMs: z.number().int().min(0).max(60_000).optional(),
});

export const triageView = z.object({
  run: z.string(),
  /** `running`: ask again with this `run`. */
  state: z.enum(["running", "done"]),
  branch: z.string(),
  commit: z.string(),
  results: z.array(z.object({ check: z.string(), verdict: z.string() })),
  /** One for each cause that could be told apart. */
  groups: z.array(
    z.object({
      check: z.string(),
      /** The same failure has the same one, whenever it is seen. */
      fingerprint: z.string(),
      /** Names of the tests that fail by it, where a report tells. */
      tests: z.array(z.string()),
      issue: z.object({ id: z.string(), name: z.string(), title: z.string() }),
      /** False: an issue about it was there. */
      isNew: z.boolean(),
      /** The session that works on it; null: none does. */
      session: z.string().nullable(),
      /** An agent starts on it without being asked to. */
      startsByItself: z.boolean(),
    }),
  ),
});
export type TriageView = z.infer<typeof triageView>;
