import { done, failedFor, outcomeOfError } from "../outcome.ts";
import { pluginsOf, sessionOf, type Performer } from "./context.ts";
import { untilGone } from "./gone.ts";
import { aboutOf, isOpen, isWanted, requestOf } from "./turn-request.ts";

/**
 * Hands one message to the agent in a new turn, when the process of the turn before is gone. A turn that exists is never
 * started again; one that is no longer wanted (the session was stopped) or no longer true (the head moved on) is not
 * started at all.
 */
export const startTurn: Performer<"start_turn"> = async (effect, { deps, maybeDone }) => {
  const { session, runtime, agent, workspace, spec } = pluginsOf(deps, effect.session);
  const { turn } = effect;
  if (!isOpen(session, turn)) return done();
  const message = deps.store.messages.get(effect.message);
  if (message === null) return failedFor("its message is not stored");
  const written = { kind: "turn_written", session: session.id, turn, message: message.id } as const;
  if (maybeDone) {
    const sight = await runtime.look(turn);
    if (!sight.ok) return outcomeOfError(sight.error);
    if (sight.value.kind !== "absent") return done(written);
  }
  const stays = await untilGone(deps, runtime, effect.after);
  if (stays !== null) return stays;
  const base = await workspace.refreshBase(spec);
  if (!base.ok) return outcomeOfError(base.error);
  const env = { ...(await deps.environmentOf(session)), ...aboutOf(session, base.value) };
  if (!isOpen(sessionOf(deps, session.id), turn)) return done();
  if (!isWanted(deps, session.id, message)) return done({ kind: "turn_withdrawn", session: session.id, turn });
  const launch = await agent.launch({ ...requestOf(session, message, effect), env });
  if (!launch.ok) return outcomeOfError(launch.error);
  const started = await runtime.start(launch.value);
  return started.ok ? done(written) : outcomeOfError(started.error);
};
