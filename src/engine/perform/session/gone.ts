/** A session has one process at a time: what a turn left running is waited for, and killed if it does not go. */
import type { TurnId } from "../../../domain/model/ids.ts";
import { limits } from "../../../domain/model/limits.ts";
import type { RuntimePlugin } from "../../../slots/runtime.ts";
import type { EngineDeps } from "../../deps.ts";
import { toOutcome, retryFor, type EffectOutcome } from "../../outbox/outcome.ts";

/** Null when no process of the turn is left; else why the deed has to wait. */
export async function waitUntilGone(
  deps: EngineDeps,
  runtime: RuntimePlugin,
  turn: TurnId | null,
): Promise<EffectOutcome | null> {
  if (turn === null) return null;
  const left = await waitWhileLeaving(deps, runtime, turn);
  if (left !== "running") return left;
  const killed = await runtime.signal(turn, "kill");
  if (!killed.ok) return toOutcome(killed.error);
  const stays = await waitWhileLeaving(deps, runtime, turn);
  return stays === "running" ? retryFor(`the process of turn ${turn} does not end`) : stays;
}

/** Many tools have more to tidy up after they said that they are done; they are given a moment. */
async function waitWhileLeaving(
  deps: EngineDeps,
  runtime: RuntimePlugin,
  turn: TurnId,
): Promise<EffectOutcome | "running" | null> {
  for (let waitMs = limits.leavePollMs; ; waitMs *= 2) {
    const sight = await runtime.look(turn);
    if (!sight.ok) return toOutcome(sight.error);
    if (sight.value.kind !== "running") return null;
    if (waitMs > limits.leaveMs) return "running";
    await new Promise<void>((resolve) => deps.clock.after(waitMs, resolve));
  }
}
