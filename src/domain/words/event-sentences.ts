/** Sentences of the event log about incidents and turns, for `ao why`, `ao events` and the timeline. */
import { reactionOfTrouble, type Cause } from "../turn/message.ts";
import type { IncidentClosing, Incident, TroubleKind } from "../incident/incident.ts";

const troubles: Readonly<Record<TroubleKind, string>> = {
  ci: "failing checks",
  review: "review",
  conflict: "merge conflict",
  stuck: "silent agent",
  exited: "agent exit",
  question: "question",
  budget: "budget",
  idle: "idle agent",
  issue_closed: "closed issue",
  effect: "failed step",
};

const endings: Readonly<Record<IncidentClosing["as"], string>> = {
  green: "fixed, the checks pass",
  resolved: "resolved",
  clean: "resolved, it merges again",
  flaky: "passed on the re-run",
  base_red: "the base fails, too",
  answered: "answered",
  progressed: "the agent continues",
  session_ended: "over, the session ended",
};

export const describeIncidentClosed = (trouble: TroubleKind, as: IncidentClosing["as"]): string =>
  `${troubles[trouble]}: ${endings[as]}`;

export const describePersonNotified = ({ trouble }: Incident): string => `${troubles[trouble]}: a person was notified`;

export const describeTimeout = ({ trouble }: Incident): string =>
  `${troubles[trouble]}: not fixed within the time allowed`;

export const describeTurnStarted = (n: number, cause: Cause): string => `turn ${n} started: ${describeCause(cause)}`;

function describeCause(cause: Cause): string {
  if (cause.kind === "person") return `message from ${cause.by}`;
  if (cause.kind === "incident") return reactionOfTrouble[cause.trouble] ?? troubles[cause.trouble];
  return causes[cause.kind];
}

const causes: Readonly<Record<Exclude<Cause["kind"], "person" | "incident">, string>> = {
  start: "the task",
  nudge: "reminder",
  restore: "going on where it was cut off",
  answer: "answer to its question",
};
