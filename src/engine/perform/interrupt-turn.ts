import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/**
 * Asks the agent to end its turn: in words where it takes them, else by a signal. The turn's own news tells what came of
 * it.
 */
export const interruptTurn: Performer<"interrupt_turn"> = async (effect, { deps }) => {
  const { runtime, agent } = pluginsOf(deps, effect.session);
  const { turn, key } = effect;
  const frame = await agent.interrupt(turn);
  if (!frame.ok) return outcomeOfError(frame.error);
  if (frame.value !== null) {
    const written = await runtime.write({ turn, frameId: key, bytes: frame.value });
    if (written.ok || written.error.code === "gone") return done();
    if (written.error.code !== "unsupported") return outcomeOfError(written.error);
  }
  const signalled = await runtime.signal(turn, "interrupt");
  return signalled.ok ? done() : outcomeOfError(signalled.error);
};
