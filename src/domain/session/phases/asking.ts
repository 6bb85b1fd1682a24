/** Asking: the agent waits for a person. An open turn takes the answer itself; a closed one is followed by a turn. */
import { isKnown } from "../../model/known.ts";
import type { Observation } from "../../core/observation.ts";
import { handleProcessGone } from "../../turn/process-gone.ts";
import { isAsked, type Phase, type Turn } from "../session.ts";
import { handleTurnEnded, raiseQuestion } from "../../turn/turn-end.ts";
import { markAcknowledged, findTurnMessage } from "../../turn/turn.ts";
import { closeAt, enter, onSession, getSession, type WorkDraft } from "../../core/work-draft.ts";

export function handleWhileAsking(draft: WorkDraft, observation: Observation): void {
  const { phase } = getSession(draft);
  if (phase.kind !== "asking" || phase.turn === null) return;
  if (observation.kind === "question_asked") handleSecondQuestion(draft, phase, observation);
  if (observation.kind === "question_answered") handleAnswered(draft, phase, phase.turn, observation.questionId);
  if (observation.kind === "turn_acknowledged") {
    const message = findTurnMessage(draft);
    if (message !== undefined) markAcknowledged(draft, message);
  }
  const gone = observation.kind === "turn_probed" && isKnown(observation.alive, false);
  if (!gone && observation.kind !== "turn_ended") return;
  closeAt(draft, onSession, "question", "progressed");
  if (observation.kind === "turn_ended") handleTurnEnded(draft, observation);
  else handleProcessGone(draft);
}

type Asking = Extract<Phase, { kind: "asking" }>;

/** A second question beside the first: both stay open, the newest is shown first. */
function handleSecondQuestion(
  draft: WorkDraft,
  phase: Asking,
  asked: Extract<Observation, { kind: "question_asked" }>,
): void {
  if (isAsked(phase.question, asked.questionId)) return;
  const { earlier, ...first } = phase.question;
  const { questionId: id, text, choices } = asked;
  const question = { id, text, choices, answered: false, earlier: [...earlier, { ...first, earlier: [] }] };
  enter(draft, { ...phase, question });
  closeAt(draft, onSession, "question", "progressed");
  raiseQuestion(draft, text);
}

/** The agent has its answer; it works on when no question is left. */
function handleAnswered(draft: WorkDraft, phase: Asking, turn: Turn, id: string): void {
  if (!isAsked(phase.question, id)) return;
  const open = [...phase.question.earlier, phase.question].filter((question) => question.id !== id);
  const newest = open.pop();
  if (newest !== undefined) return enter(draft, { ...phase, question: { ...newest, earlier: open } });
  closeAt(draft, onSession, "question", "answered");
  enter(draft, {
    kind: "working",
    workspacePath: phase.workspacePath,
    turn: { ...turn, lastSignMs: draft.now.countedMs },
  });
}
