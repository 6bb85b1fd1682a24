import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/** Speaks to the agent inside its open turn. That a tool cannot be spoken to is news: the next rung of the ladder follows. */
export const steerTurn: Performer<"steer_turn"> = async (effect, { deps }) => {
  const { runtime, agent } = findSessionPlugins(deps, effect.session);
  const frame = await agent.steer(effect.turn, effect.text);
  if (!frame.ok) return toOutcome(frame.error);
  const refused = { kind: "steer_refused", session: effect.session, turn: effect.turn } as const;
  if (frame.value === null) return succeedWith(refused);
  const written = await runtime.write({ turn: effect.turn, frameId: effect.key, bytes: frame.value });
  if (written.ok || written.error.code === "gone") return succeedWith();
  if (written.error.code === "unsupported") return succeedWith(refused);
  return toOutcome(written.error);
};
