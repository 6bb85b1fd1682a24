import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Speaks to the agent inside its open turn. A tool that cannot be spoken to is left to the next rung of the ladder. */
export const steerTurn: Performer<"steer_turn"> = async (effect, { deps }) => {
  const { runtime, agent } = pluginsOf(deps, effect.session);
  const bytes = agent.steer(effect.turn, effect.text);
  if (bytes === null) return done();
  const written = await runtime.write({ turn: effect.turn, frameId: effect.key, bytes });
  if (written.ok || written.error.code === "gone" || written.error.code === "unsupported") return done();
  return outcomeOfError(written.error);
};
