import { done, outcomeOfError } from "../outcome.ts";
import { slotsOf, type Performer } from "./context.ts";

/** Calls off a run of checks that a newer head made worthless. */
export const cancelChecks: Performer<"cancel_checks"> = async (effect, { deps }) => {
  const cancelled = await slotsOf(deps, effect.project).checks.cancel(effect.runKey);
  return cancelled.ok ? done() : outcomeOfError(cancelled.error);
};
