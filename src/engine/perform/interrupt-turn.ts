import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Asks the agent to end its turn. The turn's own news tells what came of it. */
export const interruptTurn: Performer<"interrupt_turn"> = async (effect, { deps }) => {
  const { runtime } = pluginsOf(deps, effect.session);
  const signalled = await runtime.signal(effect.turn, "interrupt");
  return signalled.ok ? done() : outcomeOfError(signalled.error);
};
