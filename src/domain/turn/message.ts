/**
 * A message to an agent. It is `queued`, then `written` where the agent will read it, then `acknowledged` once the agent
 * has shown that it did; `prepared` waits for a person's key first. It ends `dropped` (stale, with the reason), `failed`
 * (unread, said to a person) or `unknown` (nobody can tell whether it was read; raised to a person, never sent again).
 */
import type { IncidentId, MessageId, SessionId, TurnId } from "../model/ids.ts";
import type { IncidentFailure, TroubleKind } from "../incident/incident.ts";
import type { Ms } from "../model/now.ts";

export type MessageState =
  | { readonly kind: "prepared" }
  | { readonly kind: "queued" }
  | { readonly kind: "written"; readonly turn: TurnId }
  | { readonly kind: "acknowledged"; readonly turn: TurnId; readonly atMs: Ms }
  | { readonly kind: "dropped"; readonly why: DropReason }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

export type DropReason = "stale_head" | "incident_over" | "session_ended" | "not_needed";

export type Cause =
  | { readonly kind: "start" }
  | { readonly kind: "person"; readonly by: string }
  | { readonly kind: "nudge"; readonly about: "no_commit" | "dirty" | "not_taken" | "stuck" | "issue_edited" | "label" }
  /** `about`: what the turn that was cut off had been told; `review`: the round that it was to answer. */
  | { readonly kind: "restore"; readonly of: TurnId | null; readonly about?: string; readonly review?: IncidentCause }
  | { readonly kind: "answer"; readonly questionId: string }
  | IncidentCause;

/** The failure it tells of: a review round answers the threads of its `fingerprint` and no others. */
export type IncidentCause = IncidentFailure & {
  readonly kind: "incident";
  readonly incident: IncidentId;
  readonly trouble: TroubleKind;
  readonly attempt: number;
};

export type Message = {
  readonly id: MessageId;
  readonly session: SessionId;
  readonly cause: Cause;
  readonly text: string;
  readonly state: MessageState;
  /** Turns begun for it that showed no sign of reading. */
  readonly deliveries: number;
  readonly createdAtMs: Ms;
};

/** Two first-in-first-out lanes; a person never waits behind a machine. */
export function chooseMessageLane(message: Pick<Message, "cause">): "person" | "automatic" {
  return message.cause.kind === "person" || message.cause.kind === "answer" ? "person" : "automatic";
}

export function isWaiting(message: Message): boolean {
  return message.state.kind === "queued";
}

/** The answer to a question that was asked at the end of a turn; the next turn begins with it. */
export const isWaitingAnswer = (message: Message, questionId: string): boolean =>
  isWaiting(message) && message.cause.kind === "answer" && message.cause.questionId === questionId;

export function isSettled(message: Message): boolean {
  const kind = message.state.kind;
  return kind === "acknowledged" || kind === "dropped" || kind === "failed" || kind === "unknown";
}

/** The next to be sent: a person's first, then the oldest. `messages` are in the order they were made. */
export function findNextWaiting(messages: readonly Message[]): Message | undefined {
  const waiting = messages.filter(isWaiting);
  return waiting.find((message) => chooseMessageLane(message) === "person") ?? waiting[0];
}

/** The review round that a turn with this cause answers, also one that goes on where the first was cut off. */
export function reviewToAnswer(cause: Cause): IncidentCause | undefined {
  if (cause.kind === "restore") return cause.review;
  return cause.kind === "incident" && cause.trouble === "review" ? cause : undefined;
}

/** What the agent is told the turn is about (`AO_REASON`). */
export function describeReason(cause: Cause): string {
  if (cause.kind === "person") return "message";
  if (cause.kind !== "incident") return cause.kind;
  return reactionOfTrouble[cause.trouble] ?? "message";
}

export const reactionOfTrouble: Partial<Record<TroubleKind, string>> = {
  ci: "ci-failed",
  review: "changes-requested",
  conflict: "merge-conflicts",
  stuck: "agent-stuck",
  exited: "agent-exited",
};
