/** One session at a glance; scripts may rely on it. */
import * as z from "zod";
import { attentionView } from "./attention.ts";
import { moment } from "../moment.ts";
import { questionView } from "./question.ts";

/**
 * `tokens`: input, output and cache writes; `cacheReadTokens`: what was read from caches. `unknownTurns`: turns that told
 * no money; `usd` is what the others cost. Left out: none.
 */
export const usageView = z
  .object({
    usd: z.number(),
    tokens: z.number(),
    cacheReadTokens: z.number().optional(),
    unknownTurns: z.number().int().optional(),
  })
  .meta({ id: "Usage" });

/** Null: no cap. */
export const budgetView = z
  .object({ usd: z.number().nullable(), tokens: z.number().nullable() })
  .meta({ id: "Budget" });

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

/** `turns`: by its protocol, a process for each turn; `terminal`: by its own screen; `exec`: a run for each message. */
export const drive = z.enum(["turns", "terminal", "exec"]).meta({ id: "Drive" });

/** `by`: whether the tool itself said so, or it is the variable or login file that the tool was given. Never a secret. */
export const billedTo = z
  .object({ to: z.string(), by: z.enum(["tool", "environment", "login_file"]) })
  .meta({ id: "BilledTo" });

export const statusView = z
  .object({
    id: z.string(),
    project: z.string(),
    title: z.string(),
    issue: z.string().nullable(),
    /** Of the issue; empty without one. */
    labels: z.array(z.string()),
    agent: z.string(),
    /** Left out: its agent is not installed here. */
    drive: drive.optional(),
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
    /** Which login or key the last turn was billed to; null: not told. Left out in lists. */
    billedTo: billedTo.nullable().optional(),
    /** How full the conversation was at the end of its last turn, in tokens; null: the agent does not tell. */
    context: z.object({ used: z.number(), window: z.number() }).nullable().optional(),
  })
  .meta({ id: "Status" });
export type StatusView = z.infer<typeof statusView>;
