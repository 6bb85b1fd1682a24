/** Asking: the agent waits for a person. An open turn takes the answer itself; a closed one is followed by a turn. */
import type { Observation } from "../observation.ts";
import { onProcessGone } from "../process-gone.ts";
import { onTurnEnded, raiseQuestion } from "../turn-end.ts";
import { markAcknowledged, messageOfTurn } from "../turn.ts";
import { closeAt, enter, onSession, sessionOf, type WorkDraft } from "../work.ts";

export function whileAsking(draft: WorkDraft, observation: Observation): void {
  const phase = sessionOf(draft).phase;
  if (phase.kind !== "asking") return;
  if (phase.turn === null) return;
  if (observation.kind === "question_answered" && observation.questionId === phase.question.id) {
    closeAt(draft, onSession, "question", "answered");
    const turn = { ...phase.turn, lastSignMs: draft.now.countedMs };
    enter(draft, { kind: "working", workspacePath: phase.workspacePath, turn });
  }
  if (observation.kind === "turn_acknowledged") {
    const message = messageOfTurn(draft);
    if (message !== undefined) markAcknowledged(draft, message);
  }
  if (observation.kind === "question_asked" && observation.questionId !== phase.question.id) {
    closeAt(draft, onSession, "question", "progressed");
    const { questionId: id, text, choices } = observation;
    enter(draft, { ...phase, question: { id, text, choices } });
    raiseQuestion(draft, text);
  }
  if (observation.kind === "turn_ended") {
    closeAt(draft, onSession, "question", "progressed");
    onTurnEnded(draft, observation);
  }
  const gone = observation.kind === "turn_probed" && observation.alive.known && !observation.alive.value;
  if (gone) {
    closeAt(draft, onSession, "question", "progressed");
    onProcessGone(draft);
  }
}
