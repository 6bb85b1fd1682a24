import type { Message } from "../../domain/message.ts";
import type { TurnLaunch } from "../../slots/runtime.ts";
import type { EngineDeps } from "../deps.ts";
import { done, failedFor, outcomeOfError, undone, type Outcome } from "../outcome.ts";
import { pluginsOf, sessionOf, type EffectOf, type Performer } from "./context.ts";
import { untilGone } from "./gone.ts";
import { environmentFor, isOpen, isWanted, requestOf } from "./turn-request.ts";

/**
 * Hands one message to the agent in a new turn, when the process of the turn before is gone. A turn that exists is never
 * started again; one that is no longer wanted (the session was stopped) or no longer true (the head moved on) is not
 * started at all.
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
  const started = await runtime.start(launch.value);
  if (started.ok) return done(written);
  const outcome = outcomeOfError(started.error);
  return outcome.kind === "failed" ? undone(outcome) : outcome;
};

type Launch = { readonly ok: true; readonly value: TurnLaunch } | { readonly ok: false; readonly error: Outcome };

/** All that comes before the turn itself: whatever fails here, no program was begun. */
async function launchOf(effect: EffectOf<"start_turn">, message: Message, deps: EngineDeps): Promise<Launch> {
  const { session, runtime, agent } = pluginsOf(deps, effect.session);
  const instead = (error: Outcome): Launch => ({ ok: false, error });
  const stays = await untilGone(deps, runtime, effect.after);
  if (stays !== null) return instead(stays);
  const env = await environmentFor(deps, effect.session);
  if (!env.ok) return instead(outcomeOfError(env.error));
  if (!isOpen(sessionOf(deps, session.id), effect.turn)) return instead(done());
  const withdrawn = { kind: "turn_withdrawn", session: session.id, turn: effect.turn } as const;
  if (!isWanted(deps, session.id, message)) return instead(done(withdrawn));
  const launch = await agent.launch({ ...requestOf(session, message, effect), env: env.value });
  return launch.ok ? launch : instead(outcomeOfError(launch.error));
}
