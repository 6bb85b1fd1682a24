import { done, outcomeOfError, retryFor } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Ends the turn's whole process group, and waits until it is really gone: a workspace may be removed after this. */
export const stopTurn: Performer<"stop_turn"> = async (effect, { deps }) => {
  const { runtime } = pluginsOf(deps, effect.session);
  const signalled = await runtime.signal(effect.turn, "kill");
  if (!signalled.ok) return outcomeOfError(signalled.error);
  const sight = await runtime.look(effect.turn);
  if (!sight.ok) return outcomeOfError(sight.error);
  return sight.value.kind === "running" ? retryFor("the process has not ended yet") : done();
};
