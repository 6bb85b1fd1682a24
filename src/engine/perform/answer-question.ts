import { done, failedFor, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Answers a question of an open turn. That it arrived is the agent's to say, not the frame's. */
export const answerQuestion: Performer<"answer_question"> = async (effect, { deps }) => {
  const { runtime, agent } = pluginsOf(deps, effect.session);
  const bytes = agent.answer(effect.turn, effect.questionId, effect.text);
  if (bytes === null) return failedFor("the agent takes no answer inside a turn");
  const written = await runtime.write({ turn: effect.turn, frameId: effect.key, bytes });
  if (written.ok || written.error.code === "gone") return done();
  return outcomeOfError(written.error);
};
