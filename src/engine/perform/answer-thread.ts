import { done, outcomeOfError } from "../outcome.ts";
import { changeOf, slotsOf, type Performer } from "./context.ts";

/** Answers a review thread in the agent's words, marked as ours. */
export const answerThread: Performer<"answer_thread"> = async (effect, { deps }) => {
  const { project } = changeOf(deps, effect.change);
  const { change, thread, text, resolve, key } = effect;
  const answered = await slotsOf(deps, project).scm.answerThread({ change, thread, text, resolve, key });
  if (!answered.ok) return answered.error.code === "gone" ? done() : outcomeOfError(answered.error);
  return answered.value === null ? done() : done({ kind: "change_observed", project, change: answered.value });
};
