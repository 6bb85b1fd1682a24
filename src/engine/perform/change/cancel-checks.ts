import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { getSlots, type Performer } from "../context.ts";

/** Calls off a run of checks that a newer head made worthless. */
export const cancelChecks: Performer<"cancel_checks"> = async (effect, { deps }) => {
  const cancelled = await getSlots(deps, effect.project).checks.cancel(effect.runKey);
  return cancelled.ok ? succeedWith() : toOutcome(cancelled.error);
};
