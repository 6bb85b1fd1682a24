/** Working: a turn is open. Only the agent's own news moves it, and only news of this very turn. */
import { giveReason, requestEffect } from "../../core/draft.ts";
import { isKnown } from "../../model/known.ts";
import type { Message } from "../../turn/message.ts";
import type { Observation } from "../../core/observation.ts";
import { skipNudge } from "../../incident/deadlines.ts";
import type { CutOff, Turn } from "../session.ts";
import { raiseQuestion, handleTurnEnded } from "../../turn/turn-end.ts";
import { markAcknowledged, markWritten, findTurnMessage, returnUndelivered } from "../../turn/turn.ts";
import { withdraw } from "../../turn/take-back.ts";
import { handleProcessGone } from "../../turn/process-gone.ts";
import type { Sign } from "../../model/usage.ts";
import {
  closeAt,
  enter,
  onSession,
  patchSession,
  patchTurn,
  getSession,
  type WorkDraft,
} from "../../core/work-draft.ts";

export function handleWhileWorking(draft: WorkDraft, observation: Observation): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "working") return;
  if (observation.kind === "turn_ended") return handleTurnEnded(draft, observation);
  if (observation.kind === "workspace_lost") return makeWorkspaceAgain(draft, observation.why);
  if (observation.kind === "turn_probed" && isKnown(observation.alive, false)) return handleProcessGone(draft);
  if (observation.kind === "turn_progressed") handleProgress(draft, phase.turn, observation);
  if (observation.kind === "steer_refused") skipNudge(draft);
  if (observation.kind === "question_asked") {
    const { questionId, text, choices } = observation;
    enter(draft, {
      ...phase,
      kind: "asking",
      question: { id: questionId, text, choices, answered: false, earlier: [] },
    });
    raiseQuestion(draft, text);
  }
  const message = findTurnMessage(draft);
  if (message !== undefined) handleDelivery(draft, message, observation);
}

/** Somebody deleted the folder, or cut its links. It is made and set up again; the message waits, and counts as not read. */
function makeWorkspaceAgain(draft: WorkDraft, why: string): void {
  const message = findTurnMessage(draft);
  const { id } = getSession(draft);
  enter(draft, { kind: "preparing", step: "workspace" });
  if (message !== undefined) returnUndelivered(draft, message, why);
  requestEffect(draft, { kind: "create_workspace", session: id }, `${id}:${draft.observation.id}`);
}

function handleProgress(draft: WorkDraft, turn: Turn, { words, steps, plan }: Sign): void {
  if (words !== "") patchSession(draft, { lastWords: words });
  if (steps !== undefined) patchSession(draft, { steps });
  if (plan !== undefined) patchSession(draft, { plan });
  handleSign(draft, turn);
}

/** It works after all: only a person who asked for its end still wants it to end. */
function handleSign(draft: WorkDraft, { stuck, cutOff }: Turn): void {
  closeAt(draft, onSession, "stuck", "progressed");
  patchTurn(draft, {
    lastSignMs: draft.now.countedMs,
    stuck: stuck === "none" ? "none" : "nudged",
    cutOff: cutOff?.by === "recovery" && !cutOff.killed ? null : cutOff,
  });
}

/** The message on its way to the agent: written, read, or taken back before it was begun. */
function handleDelivery(draft: WorkDraft, message: Message, observation: Observation): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "working") return;
  if (observation.kind === "turn_written") {
    for (const repaired of observation.repaired ?? []) giveReason(draft, repaired);
    markWritten(draft, message);
  }
  if (observation.kind === "turn_acknowledged") markAcknowledged(draft, message);
  if (observation.kind === "turn_withdrawn") {
    enter(draft, { kind: "resting", workspacePath: phase.workspacePath });
    takeBack(draft, message, phase.turn.cutOff);
  }
}

/** Nothing was begun: the message no longer held, or a person ended the turn before it could be read. */
function takeBack(draft: WorkDraft, message: Message, cutOff: CutOff | null): void {
  if (cutOff === null) return withdraw(draft, message, "stale_head");
  if (cutOff.then === "rest") withdraw(draft, message, "not_needed");
}
