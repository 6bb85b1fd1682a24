import { succeedWith, failForGood, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/** Answers a question of an open turn. That it arrived is the agent's to say, not the frame's. */
export const answerQuestion: Performer<"answer_question"> = async (effect, { deps }) => {
  const { runtime, agent } = findSessionPlugins(deps, effect.session);
  const { turn, questionId, text, key } = effect;
  const frame = await agent.answer(turn, questionId, text);
  if (!frame.ok) return toOutcome(frame.error);
  if (frame.value === null) return failForGood("the agent takes no answer inside a turn");
  const written = await runtime.write({ turn, frameId: key, bytes: frame.value });
  if (written.ok || written.error.code === "gone") return succeedWith();
  return toOutcome(written.error);
};
