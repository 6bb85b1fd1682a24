import { succeedWith, failForGood, toOutcome, undoOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";
import { prepareLaunch, startProgram } from "./turn-launch.ts";
import { isOpenTurn } from "./turn-request.ts";

/**
 * Hands one message to the agent in a new turn, when the process of the turn before is gone. A turn that exists is never
 * started again; one that is no longer wanted (a stop) or no longer true (the head moved on) is not started at all. What
 * the daemon lays around agent and runtime (rules, sandbox, limits): `daemon/project-plugins/plugin-pipeline.ts`.
 */
export const startTurn: Performer<"start_turn"> = async (effect, { deps, maybeDone }) => {
  const { session, runtime } = findSessionPlugins(deps, effect.session);
  if (!isOpenTurn(session, effect.turn)) return succeedWith();
  const message = deps.store.messages.get(effect.message);
  if (message === null) return undoOutcome(failForGood("its message is not stored"));
  const written = { kind: "turn_written", session: session.id, turn: effect.turn, message: message.id } as const;
  if (maybeDone) {
    const sight = await runtime.look(effect.turn);
    if (!sight.ok) return toOutcome(sight.error);
    if (sight.value.kind !== "absent") return succeedWith(written);
  }
  const launch = await prepareLaunch(effect, message, deps);
  if (!launch.ok) return undoOutcome(launch.error);
  const { repaired } = launch;
  const started = await startProgram(effect, launch.value, deps);
  if (started.ok) return succeedWith({ ...written, ...(repaired.length === 0 ? {} : { repaired }) });
  const outcome = toOutcome(started.error);
  return outcome.kind === "failed" ? undoOutcome(outcome) : outcome;
};
