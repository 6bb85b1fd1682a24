/** Attention before it is decided: what it is read from, what it says, and how one answer is written down. */
import type { Candidate } from "../../landing/candidate.ts";
import type { WorkFacts } from "../../core/facts.ts";
import type { CheckProgress } from "../../checks/check-progress.ts";
import type { ChangeId, SessionId } from "../../model/ids.ts";
import type { Incident } from "../../incident/incident.ts";
import type { Ms, Now } from "../../model/now.ts";
import type { Rules } from "../../model/rules.ts";

/** Whose turn it is, not what went wrong; the most pressing first. */
export const columns = ["needs_you", "working", "checking", "in_review", "landing", "done"] as const;
export type AttentionColumn = (typeof columns)[number];

export type AttentionAction = {
  readonly verb: AttentionVerb;
  readonly label: string;
  readonly enabled: boolean;
  readonly reason: string | null;
};
export type AttentionVerb = keyof typeof labels;

export type Attention = {
  readonly column: AttentionColumn;
  /** Within its column, the smaller the sooner; equals by `since`. */
  readonly rank: number;
  readonly code: string;
  /** Cause, then what happens next and by whom. */
  readonly why: string;
  /** On the counted clock; null where the facts do not say. */
  readonly since: Ms | null;
  readonly next: { readonly text: string; readonly atMs: Ms | null } | null;
  /** The first enabled one is the primary button and the command that the terminal prints. */
  readonly act: readonly AttentionAction[];
};

/** What the sentence rests on beside the session's own facts; null where there is nothing to say. */
export type AttentionContext = {
  /** Why the scheduler lets its turn wait; the candidate with its change; why its process cannot be seen; whose review is due. */
  readonly waiting: string | null;
  readonly candidate: Candidate | null;
  readonly notKnown: { readonly why: string; readonly sinceMs: Ms } | null;
  /** Why the next thing to be done for it has not succeeded yet. */
  readonly triedAgain: string | null;
  readonly reviewIsYours: boolean;
  /** False: its open turn has no screen that a person could type into. Left out: not known, or no turn is open. */
  readonly hasScreen?: boolean | undefined;
  /** How far the checks of a change are that have not spoken, by its id. Left out: nobody can tell. */
  readonly checks?: ReadonlyMap<ChangeId, readonly CheckProgress[]>;
  /** Sessions that work on what fails on the base. */
  readonly baseFixers: readonly SessionId[];
};

/** All that a question may read. */
export type AttentionInput = WorkFacts & {
  readonly rules: Rules;
  readonly now: Now;
  readonly context: AttentionContext;
};

/** Of what needs a person, the smaller the sooner. */
export const ranks = { unknown: 0, question: 1, escalated: 2, review: 3, land: 4, budget: 5, paused: 6 } as const;
export const labels = {
  answer: "Answer",
  approve_reaction: "Send message",
  decline_reaction: "Drop message",
  send: "Send message",
  land: "Land change",
  unqueue: "Leave queue",
  review: "Review change",
  diff: "Open diff",
  attach: "Take over",
  release: "Hand back",
  restart: "Restart agent",
  interrupt: "Interrupt",
  pause: "Pause",
  resume: "Resume",
  restore: "Restore session",
  stop: "Stop session",
} as const;

export function createAttention(
  column: AttentionColumn,
  code: string,
  why: string,
  verbs: readonly AttentionVerb[] = [],
  rank: number = ranks.paused,
): Attention {
  return { column, rank, code, why, since: null, next: null, act: toActions(verbs) };
}

export const needs = (
  code: string,
  why: string,
  verbs: readonly AttentionVerb[],
  rank: number = ranks.escalated,
): Attention => createAttention("needs_you", code, why, verbs, rank);
export const pointAtIncident = (incident: Incident, attention: Attention): Attention => ({
  ...attention,
  since: incident.openedAtMs,
});
export const toActions = (verbs: readonly AttentionVerb[]): readonly AttentionAction[] =>
  verbs.map((verb) => ({ verb, label: labels[verb], enabled: true, reason: null }));

export const findFirst = <Q, A>(questions: readonly Q[], ask: (question: Q) => A | null): A | null =>
  questions.map(ask).find((answer) => answer !== null) ?? null;
