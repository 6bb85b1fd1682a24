import { succeedWith, toOutcome } from "../outbox/outcome.ts";
import type { Performer } from "./context.ts";

/** Runs the command of a reaction whose action is `run`. */
export const runAction: Performer<"run_action"> = async (effect, { deps }) => {
  const ran = await deps.runCommand(effect.command, effect.session);
  return ran.ok ? succeedWith() : toOutcome(ran.error);
};
