/** One session at a glance; scripts may rely on it. */
import * as z from "zod";
import { attentionView } from "./attention.ts";
import { moment } from "./moment.ts";
import { questionView } from "./question.ts";

/** `unknownTurns`: turns that told no money; `usd` is what the others cost. Left out: none. */
export const usageView = z
  .object({ usd: z.number(), tokens: z.number(), unknownTurns: z.number().int().optional() })
  .meta({ id: "Usage" });

/** Only what is known; null is shown as `–`. */
export const progressView = z
  .object({
    /** Steps of the agent's own plan. */
    steps: z.object({ done: z.number(), of: z.number() }).nullable(),
    /** At the change's current head. */
    checks: z.object({ passed: z.number(), failed: z.number(), of: z.number() }).nullable(),
    doing: z.string().nullable(),
    /** Tests at that head, as the checks' reports count them; null: no report. Left out in lists. */
    tests: z.object({ passed: z.number(), failed: z.number() }).nullable().optional(),
  })
  .meta({ id: "Progress" });

export const statusView = z
  .object({
    id: z.string(),
    project: z.string(),
    title: z.string(),
    issue: z.string().nullable(),
    /** Of the issue; empty without one. */
    labels: z.array(z.string()),
    agent: z.string(),
    state: z.enum(["idle", "working", "waiting", "error", "unknown"]),
    /** Of process and workspace; checking, in review and landing are derived from changes. */
    phase: z.enum(["preparing", "resting", "working", "asking", "yielding", "ending", "ended"]),
    attention: attentionView,
    /** The newest one that is open; the session in depth has those before it. */
    question: questionView.nullable(),
    currentTask: z.string().nullable(),
    progress: progressView,
    branch: z.string(),
    workspacePath: z.string().nullable(),
    change: z
      .object({ id: z.string(), state: z.enum(["draft", "open", "landed", "closed"]), head: z.string() })
      .nullable(),
    lastActivity: moment,
    /** What the agent said last, in one line while it works; empty: nothing yet. */
    lastWords: z.string(),
    usage: usageView,
    /** How full the conversation was at the end of its last turn, in tokens; null: the agent does not tell. */
    context: z.object({ used: z.number(), window: z.number() }).nullable().optional(),
  })
  .meta({ id: "Status" });
export type StatusView = z.infer<typeof statusView>;
