/** Working: a turn is open. Only the agent's own news moves it, and only news of this very turn. */
import { isKnown } from "../known.ts";
import type { Message } from "../message.ts";
import type { Observation } from "../observation.ts";
import { raiseQuestion, onTurnEnded } from "../turn-end.ts";
import { markAcknowledged, markWritten, messageOfTurn } from "../turn.ts";
import { withdraw } from "../tell.ts";
import { onProcessGone } from "../process-gone.ts";
import { closeAt, enter, onSession, patchSession, sessionOf, type WorkDraft } from "../work.ts";

export function whileWorking(draft: WorkDraft, observation: Observation): void {
  const phase = sessionOf(draft).phase;
  if (phase.kind !== "working") return;
  if (observation.kind === "turn_ended") return onTurnEnded(draft, observation);
  if (observation.kind === "turn_probed" && isKnown(observation.alive, false)) return onProcessGone(draft);
  if (observation.kind === "turn_progressed") {
    if (observation.words !== "") patchSession(draft, { lastWords: observation.words });
    closeAt(draft, onSession, "stuck", "progressed");
    enter(draft, {
      ...phase,
      turn: { ...phase.turn, lastSignMs: draft.now.countedMs, stuck: phase.turn.stuck === "none" ? "none" : "nudged" },
    });
  }
  if (observation.kind === "question_asked") {
    const { questionId, text, choices } = observation;
    enter(draft, { ...phase, kind: "asking", question: { id: questionId, text, choices, earlier: [] } });
    raiseQuestion(draft, text);
  }
  const message = messageOfTurn(draft);
  if (message !== undefined) onDelivery(draft, message, observation);
}

/** The message on its way to the agent: written, read, or taken back before it was begun. */
function onDelivery(draft: WorkDraft, message: Message, observation: Observation): void {
  const phase = sessionOf(draft).phase;
  if (phase.kind !== "working") return;
  if (observation.kind === "turn_written") markWritten(draft, message);
  if (observation.kind === "turn_acknowledged") markAcknowledged(draft, message);
  if (observation.kind === "turn_withdrawn") {
    withdraw(draft, message, "stale_head");
    enter(draft, { kind: "resting", workspacePath: phase.workspacePath });
  }
}
