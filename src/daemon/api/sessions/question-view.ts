import type { Session } from "../../../domain/session/session.ts";
import type { QuestionView } from "../../../protocol/session/question.ts";
import type { BoardView } from "../fleet/board-view.ts";

/** What the agent waits to be told, the newest first. */
export function toQuestionViews({ redact }: Pick<BoardView, "redact">, { phase }: Session): QuestionView[] {
  if (phase.kind !== "asking") return [];
  return [phase.question, ...phase.question.earlier].map(({ id, text, choices }) => ({
    id,
    text: redact(text),
    choices: choices.map(redact),
  }));
}
