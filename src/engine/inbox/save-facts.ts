/** Writes what a decision changed, and only that: untouched facts are the same objects as before. */
import { findNextDeadlineMs } from "../../domain/incident/deadlines.ts";
import type { CandidateFacts, Facts, WorkFacts } from "../../domain/core/facts.ts";
import { chooseMessageLane } from "../../domain/turn/message.ts";
import type { Rules } from "../../domain/model/rules.ts";
import { getOpenTurn, type Session } from "../../domain/session/session.ts";
import { findWaitingMessage } from "../../domain/turn/turn.ts";
import type { Store } from "../../store/open.ts";

/** False: the decision changed nothing, so the scheduler need not look again. */
export function saveFacts(store: Store, before: Facts, after: Facts, rules: Rules): boolean {
  if (after === before) return false;
  if (after.project !== before.project) store.projects.save(after.project);
  if (after.kind === "work" && before.kind === "work") saveWork(store, before, after, rules);
  if (after.kind === "candidate" && before.kind === "candidate") saveCandidate(store, before, after);
  if (after.kind === "issue" && after.issue !== null) store.issues.save(after.issue);
  return true;
}

function saveWork(store: Store, before: WorkFacts, after: WorkFacts, rules: Rules): void {
  const dueMs = findNextDeadlineMs(after, rules);
  if (after.session !== null) {
    const message = findWaitingMessage(after);
    const wants = message === undefined ? null : { lane: chooseMessageLane(message), sinceMs: message.createdAtMs };
    store.sessions.save(after.session, { wants, dueMs });
    saveTurn(store, before.session, after.session);
  }
  for (const change of after.changes) {
    if (!before.changes.includes(change)) store.changes.save(change, { dueMs: change.session === null ? dueMs : null });
  }
  for (const message of after.messages) {
    if (!before.messages.includes(message)) store.messages.save(message);
  }
}

function saveTurn(store: Store, before: Session | null, after: Session): void {
  const turn = getOpenTurn(after);
  if (turn === null || turn.id === (before === null ? null : getOpenTurn(before)?.id)) return;
  const { id, message, lastSignMs } = turn;
  store.turns.add({ id, session: after.id, n: after.turns, message, startedMs: lastSignMs });
}

function saveCandidate(store: Store, before: CandidateFacts, after: CandidateFacts): void {
  if (after.candidate !== null && after.candidate !== before.candidate) store.candidates.save(after.candidate);
  for (const change of after.changes) {
    // A candidate touches only the queue entry of its changes, so their deadlines stay as they are.
    if (!before.changes.includes(change)) store.changes.saveKeepingDue(change);
  }
}
