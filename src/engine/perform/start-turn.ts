import { done, failedFor, outcomeOfError, undone } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";
import { launchOf, startProgram } from "./turn-launch.ts";
import { isOpen } from "./turn-request.ts";

/**
 * Hands one message to the agent in a new turn, when the process of the turn before is gone. A turn that exists is never
 * started again; one that is no longer wanted (a stop) or no longer true (the head moved on) is not started at all. What
 * the daemon lays around agent and runtime (rules, sandbox, limits): `daemon/slots/plugin-pipeline.ts`.
 */
export const startTurn: Performer<"start_turn"> = async (effect, { deps, maybeDone }) => {
  const { session, runtime } = pluginsOf(deps, effect.session);
  if (!isOpen(session, effect.turn)) return done();
  const message = deps.store.messages.get(effect.message);
  if (message === null) return undone(failedFor("its message is not stored"));
  const written = { kind: "turn_written", session: session.id, turn: effect.turn, message: message.id } as const;
  if (maybeDone) {
    const sight = await runtime.look(effect.turn);
    if (!sight.ok) return outcomeOfError(sight.error);
    if (sight.value.kind !== "absent") return done(written);
  }
  const launch = await launchOf(effect, message, deps);
  if (!launch.ok) return undone(launch.error);
  const { repaired } = launch;
  const started = await startProgram(effect, launch.value, deps);
  if (started.ok) return done({ ...written, ...(repaired.length === 0 ? {} : { repaired }) });
  const outcome = outcomeOfError(started.error);
  return outcome.kind === "failed" ? undone(outcome) : outcome;
};
