/** What policy would have said of changes that are over. */
import * as z from "zod";

export const policyTest = z.strictObject({
  project: z.string().optional(),
  /** Left out: the project's own rules. */
  preset: z.enum(["cautious", "balanced", "fast", "hands-off"]).optional(),
});

export const policyTestView = z.object({
  project: z.string(),
  preset: z.string().nullable(),
  changes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      title: z.string(),
      state: z.enum(["landed", "closed"]),
      /** Empty: it would land. */
      reasons: z.array(z.string()),
    }),
  ),
});
export type PolicyTestView = z.infer<typeof policyTestView>;
