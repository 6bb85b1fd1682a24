/** How a turn begins, and what becomes of its message when it dies unread or half done. */
import { describeTurnStarted } from "../words/event-sentences.ts";
import { giveReason, createId, requestEffect } from "../core/draft.ts";
import { turnId } from "../model/ids.ts";
import { escalate } from "../incident/escalation.ts";
import type { WorkFacts } from "../core/facts.ts";
import { composeHandover } from "./handover.ts";
import { isOpenIncident, type Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import { chooseMessageLane, findNextWaiting, type Message } from "./message.ts";
import { isAtRest, getOpenTurn, type Session } from "../session/session.ts";
import { isRestartDelayed } from "./restart-delay.ts";
import { giveBack, withdrawStale } from "./take-back.ts";
import {
  enter,
  holdForTrouble,
  ensureIncident,
  onSession,
  patchSession,
  putMessage,
  getSession,
  settleMessage,
  type WorkDraft,
} from "../core/work-draft.ts";

/** Begins a turn with the next message that still holds. Stale ones are dropped on the way, their attempts given back. */
export function beginTurn(draft: WorkDraft): void {
  const session = getSession(draft);
  const phase = session.phase;
  if (!isAtRest(session) || (phase.kind !== "resting" && phase.kind !== "asking")) return;
  const message = findNextThatHolds(draft);
  if (message === undefined) return;
  const handover = composeHandover(draft, message);
  const turn = {
    id: turnId(createId(draft)),
    message: message.id,
    acknowledged: false,
    lastSignMs: draft.now.countedMs,
    stuck: "none",
    cutOff: null,
    ...(handover === null ? {} : { isFresh: true }),
  } as const;
  const n = session.turns + 1;
  patchSession(draft, { turns: n, lastTurn: turn.id });
  enter(draft, { kind: "working", workspacePath: phase.workspacePath, turn });
  const after = session.lastTurn;
  const deed = { kind: "start_turn", session: session.id, turn: turn.id, after, message: message.id, n } as const;
  requestEffect(draft, handover === null ? deed : { ...deed, handover }, turn.id);
  giveReason(draft, describeTurnStarted(n, message.cause));
}

function findNextThatHolds(draft: WorkDraft): Message | undefined {
  for (
    let message = findWaitingMessage(draft.facts);
    message !== undefined;
    message = findWaitingMessage(draft.facts)
  ) {
    if (isStillValid(draft.facts, message)) return message;
    withdrawStale(draft, message);
  }
  return undefined;
}

/**
 * While a question is open only its answer begins a turn; while held only a person does, and nobody during a take-over or
 * while a crashed agent waits for its restart.
 */
function findNext(session: Session, messages: readonly Message[]): Message | undefined {
  const { phase, hold } = session;
  if (hold?.by === "take_over" || isRestartDelayed(session)) return undefined;
  const eligible = messages.filter((message) => {
    if (phase.kind === "asking" && message.cause.kind !== "answer") return false;
    return hold === null || chooseMessageLane(message) === "person";
  });
  return findNextWaiting(eligible);
}

/** The message that asks for a turn, if one may begin now. */
export function findWaitingMessage(facts: WorkFacts): Message | undefined {
  if (facts.session === null || !isAtRest(facts.session)) return undefined;
  return findNext(facts.session, facts.messages);
}

/** Validated against the current head at the last moment: news about an old head is never sent. */
export function isStillValid({ session, changes }: WorkFacts, { cause }: Message): boolean {
  if (cause.kind !== "incident") return true;
  const isIt = (incident: Incident) => incident.id === cause.incident && isOpenIncident(incident);
  const change = changes.find((candidate) => candidate.incidents.some(isIt));
  if (change === undefined) return session?.incidents.some(isIt) ?? false;
  // That somebody moved the branch is told about our own head, which is not there to be compared with.
  const isOurs = cause.as === "moved" && cause.head === session?.head;
  return cause.head === null || cause.head === change.head.commit || isOurs;
}

/** The turn ended without a sign of reading: the message waits again, or is set aside for a person. */
export function returnUndelivered(draft: WorkDraft, message: Message, why: string): void {
  const deliveries = message.deliveries + 1;
  if (deliveries < limits.deliveriesMax) {
    putMessage(draft, { ...message, deliveries, state: { kind: "queued" } });
    giveReason(draft, `the message was not read (${why}); it waits again`);
    return;
  }
  giveBack(draft, message);
  putMessage(draft, { ...message, deliveries, state: { kind: "failed", why } });
  const incident = ensureIncident(
    draft,
    onSession,
    "exited",
    `The agent did not read a message ${deliveries} times: ${why}`,
  );
  escalate(draft, onSession, incident, draft.rules.reactions["agent-exited"].priority);
  holdForTrouble(draft);
}

/** It was not read through no fault of the agent: it waits again, and nothing is counted. */
export function waitAgain(draft: WorkDraft, message: Message): void {
  putMessage(draft, { ...message, state: { kind: "queued" } });
}

export function findTurnMessage(draft: WorkDraft): Message | undefined {
  const turn = getOpenTurn(getSession(draft));
  return draft.facts.messages.find((message) => message.id === turn?.message);
}

export function markWritten(draft: WorkDraft, message: Message): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "working" || message.state.kind !== "queued") return;
  settleMessage(draft, message, { kind: "written", turn: phase.turn.id });
}

export function markAcknowledged(draft: WorkDraft, message: Message): void {
  const phase = getSession(draft).phase;
  const turn = getOpenTurn(getSession(draft));
  if ((phase.kind !== "working" && phase.kind !== "asking") || turn === null || turn.acknowledged) return;
  settleMessage(draft, message, { kind: "acknowledged", turn: turn.id, atMs: draft.now.countedMs });
  if (turn.isFresh === true) patchSession(draft, { context: null });
  enter(draft, { ...phase, turn: { ...turn, acknowledged: true, lastSignMs: draft.now.countedMs } });
}
