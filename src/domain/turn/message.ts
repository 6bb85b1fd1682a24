/**
 * A message to an agent, from the moment it is written down until it is known what became of it.
 *
 * - `prepared`: a reaction that a person must approve first. Approved it is `queued`, declined it is `dropped`.
 * - `queued`: it waits for a turn. The turn that begins with it binds it; from then on only news of that turn, or the
 *   end of the session, moves it. When the program of the turn has been started with it, it is `written`. A turn that
 *   is withdrawn drops it, or leaves it `queued` if the turn was cut off to begin again. If starting the turn is given
 *   up, it is `failed` when the turn is known not to have begun, otherwise `unknown`. If the workspace is lost, it was
 *   not read.
 * - `written`: the agent has it, but has not shown that it read it. The agent's receipt makes it `acknowledged`. If the
 *   turn ends or its process is gone before that, it was not read; only if a person interrupted the turn, it is
 *   `unknown`.
 * - Not read, it is `queued` again and one more delivery is counted; after `deliveriesMax` of them it is `failed`. No
 *   delivery is counted if the provider's limit ended the turn or a person restarted it. A person's message whose turn
 *   never started is `failed` at once, since it would otherwise begin the next turn immediately.
 * - `acknowledged`: the agent has read it. If its turn dies, a restore message quotes it.
 * - `dropped`, with the reason: what it tells is out of date, its incident or its session is over, or nobody needs it.
 *   Until a turn binds it, a `prepared` or `queued` message is dropped when its incident ends or a newer failure is
 *   told.
 * - `failed`: it was not read, and a person is told.
 * - `unknown`: nobody can tell whether it was read.
 *
 * The last four are final: none of them is ever sent again. The end of the session makes a `written` message `unknown`
 * and drops a `prepared` or `queued` one. After a backup is restored, what was sent after the backup is `unknown`.
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
