/** The reasons behind a state, as an argument: conclusion, what it rests on, what would change it. */
import * as z from "zod";
import { fact } from "../daemon/error.ts";
import { moment } from "../moment.ts";
import { statusView } from "./status.ts";

export const whyStep = z.object({
  at: moment,
  kind: z.enum(["seen", "decided", "done", "person"]),
  text: z.string(),
  /** The event it was read from. */
  event: z.number().int(),
});
export type WhyStep = z.infer<typeof whyStep>;

export const whyView = z
  .object({
    status: statusView,
    /** One sentence: the state, and because of what. */
    conclusion: z.string(),
    /** The oldest first; the last ones that changed something. */
    steps: z.array(whyStep),
    /** Why the loops do not mend it by themselves; empty when there is nothing to mend. */
    notFixed: z.array(fact),
    /** Why the change does not land; empty when there is no open change. */
    notLanding: z.array(fact),
    /** What would change the state, in words and as a command. */
    changedBy: z.object({ text: z.string(), command: z.string().nullable() }).nullable(),
  })
  .meta({ id: "Why" });
export type WhyView = z.infer<typeof whyView>;
