/** One session in depth, and how one is asked for. */
import * as z from "zod";
import { messageView } from "./message.ts";
import { moment } from "../moment.ts";
import { questionView } from "./question.ts";
import { budgetView, drive, statusView, usageView } from "./status.ts";

export const newSession = z.strictObject({
  projectId: z.string().min(1).optional(),
  title: z.string().max(1_000).optional(),
  /** `123`, `#123`, `GH-123`, `ENG-12` or a URL. */
  issue: z.string().min(1).max(1_000).optional(),
  /** What the agent is told instead of title and issue; empty: nothing yet, it waits for a message. */
  prompt: z.string().max(65_536).optional(),
  name: z.string().min(1).max(200).optional(),
  branch: z.string().min(1).max(200).optional(),
  agent: z.string().min(1).optional(),
  runtime: z.string().min(1).optional(),
  workspace: z.string().min(1).optional(),
  /** How the agent is driven in this session; left out: as its settings say. */
  drive: drive.optional(),
  /** A branch, tag or commit to begin on. */
  base: z.string().min(1).optional(),
  /** A session, by id, name or issue: this one begins when that one has landed. */
  after: z.string().min(1).max(1_000).optional(),
  /** Starts although the issue is closed, or another live session works on it. */
  force: z.boolean().optional(),
});
export type NewSessionRequest = z.infer<typeof newSession>;

/** `stopped`: sessions that worked on the same issue and can be brought back instead. */
export const startedSession = z.object({ id: z.string(), stopped: z.array(z.string()) });

export const turnView = z
  .object({
    id: z.string(),
    /** 1, 2, … of the session. */
    n: z.number().int(),
    message: z.string(),
    acknowledged: z.boolean(),
    lastSign: moment,
  })
  .meta({ id: "Turn" });
export type TurnView = z.infer<typeof turnView>;

export const checkView = z
  .object({
    name: z.string(),
    verdict: z.enum(["passed", "failed", "infrastructure", "cancelled", "skipped", "running"]),
    /** The failure itself, bounded and redacted; empty unless failed. */
    evidence: z.string(),
  })
  .meta({ id: "Check" });
export type CheckView = z.infer<typeof checkView>;

export const changeView = z
  .object({
    id: z.string(),
    title: z.string(),
    branch: z.string(),
    base: z.string(),
    head: z.string(),
    state: z.enum(["draft", "open", "landed", "closed"]),
    approvals: z.array(z.string()),
    approvalsNeeded: z.number().int(),
    checks: z.array(checkView),
    /** The command that adds a check, typed in the folder of the project; null: there are some. */
    addCheck: z.string().nullable(),
    threadsOpen: z.number().int(),
    diffLines: z.number().int(),
    paths: z.array(z.string()),
  })
  .meta({ id: "Change" });
export type ChangeView = z.infer<typeof changeView>;

export const incidentView = z
  .object({
    id: z.string(),
    trouble: z.string(),
    summary: z.string(),
    openedAt: moment,
    attempts: z.number().int(),
    owedBy: z.enum(["agent", "ci", "reviewer", "person"]),
    closedAs: z.string().nullable(),
  })
  .meta({ id: "Incident" });
export type IncidentView = z.infer<typeof incidentView>;

export const sessionView = statusView
  .extend({
    role: z.enum(["worker", "reviewer", "orchestrator"]),
    task: z.string(),
    runtime: z.string(),
    workspace: z.string(),
    createdAt: moment,
    ended: z
      .object({
        because: z.enum(["landed", "stopped", "change_closed", "failed"]),
        at: moment,
        /** Where unfinished work was saved. */
        rescueRef: z.string().nullable(),
      })
      .nullable(),
    /** Who keeps automatic turns from beginning. */
    hold: z.enum(["pause", "trouble", "take_over"]).nullable(),
    base: z.string().nullable(),
    head: z.string().nullable(),
    /** Turns begun so far. */
    turns: z.number().int(),
    /** The last of them, the oldest first, each with the message that began it. */
    turnsBegun: z.array(z.object({ id: z.string(), n: z.number().int(), message: z.string() })),
    turn: turnView.nullable(),
    /** The newest first; those asked before it in the same turn follow. */
    questions: z.array(questionView),
    /** The newest first. */
    messages: z.array(messageView),
    changes: z.array(changeView),
    incidents: z.array(incidentView),
    /** What it may spend; null where nothing is set. */
    budget: budgetView,
    spentByProjectToday: usageView,
  })
  .meta({ id: "Session" });
export type SessionView = z.infer<typeof sessionView>;
