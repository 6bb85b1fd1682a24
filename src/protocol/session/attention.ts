/** Whose turn it is, why, and what happens next: the same sentence everywhere. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const column = z.enum(["needs_you", "working", "checking", "in_review", "landing", "done"]);

export const actView = z
  .object({
    verb: z.string(),
    label: z.string(),
    enabled: z.boolean(),
    /** Why it is not possible now. */
    reason: z.string().nullable(),
    /** The same, to be typed in a terminal; null where only the dashboard can do it. */
    command: z.string().nullable(),
  })
  .meta({ id: "Act" });

export const attentionView = z
  .object({
    column,
    /** Within its column, the smaller the sooner; equals by `since`. */
    rank: z.number(),
    code: z.string(),
    /** One sentence: cause, then what happens next and by whom. */
    why: z.string(),
    since: moment.nullable(),
    next: z.object({ text: z.string(), at: moment.nullable() }).nullable(),
    /** The first enabled one resolves the attention. */
    act: z.array(actView),
  })
  .meta({ id: "Attention" });
export type AttentionView = z.infer<typeof attentionView>;
