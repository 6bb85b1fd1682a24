import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/**
 * Asks the agent to end its turn: in words where it takes them, else by a signal. The turn's own news tells what came of
 * it.
 */
export const interruptTurn: Performer<"interrupt_turn"> = async (effect, { deps }) => {
  const { runtime, agent } = findSessionPlugins(deps, effect.session);
  const { turn, key } = effect;
  const frame = await agent.interrupt(turn);
  if (!frame.ok) return toOutcome(frame.error);
  if (frame.value !== null) {
    const written = await runtime.write({ turn, frameId: key, bytes: frame.value });
    if (written.ok || written.error.code === "gone") return succeedWith();
    if (written.error.code !== "unsupported") return toOutcome(written.error);
  }
  const signalled = await runtime.signal(turn, "interrupt");
  return signalled.ok ? succeedWith() : toOutcome(signalled.error);
};
