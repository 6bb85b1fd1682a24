/** What a turn is started with: the base as it is now, the session's environment, and what the agent says is to be run. */
import type { Message } from "../../../domain/turn/message.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import type { EngineDeps } from "../../deps.ts";
import { succeedWith, toOutcome, type EffectOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, loadSession, type EffectOf } from "../context.ts";
import { waitUntilGone } from "./gone.ts";
import { buildTurnEnvironment, isOpenTurn, isTurnWanted, pathsFor, buildTurnRequest } from "./turn-request.ts";

type Launch =
  | { readonly ok: true; readonly value: TurnLaunch; readonly repaired: readonly string[] }
  | { readonly ok: false; readonly error: EffectOutcome };

/** All that comes before the turn itself: whatever fails here, no program was begun. */
export async function prepareLaunch(
  effect: EffectOf<"start_turn">,
  message: Message,
  deps: EngineDeps,
): Promise<Launch> {
  const { session, runtime, agent } = findSessionPlugins(deps, effect.session);
  const instead = (error: EffectOutcome): Launch => ({ ok: false, error });
  const stays = await waitUntilGone(deps, runtime, effect.after);
  if (stays !== null) return instead(stays);
  const ready = await buildTurnEnvironment(deps, effect.session);
  const about = { session: session.id, turn: effect.turn };
  if (!ready.ok && ready.error.code === "gone")
    return instead(succeedWith({ kind: "workspace_lost", ...about, why: ready.error.message }));
  if (!ready.ok) return instead(toOutcome(ready.error));
  if (!isOpenTurn(loadSession(deps, session.id), effect.turn)) return instead(succeedWith());
  const withdrawn = { kind: "turn_withdrawn", ...about } as const;
  if (!isTurnWanted(deps, session.id, message)) return instead(succeedWith(withdrawn));
  const request = buildTurnRequest(session, message, effect, deps.rulesOf(session.project));
  const paths = pathsFor(deps, session, effect.turn);
  const launch = await agent.launch({ ...request, paths, env: ready.value.env });
  return launch.ok ? { ...launch, repaired: ready.value.repaired } : instead(toOutcome(launch.error));
}

/** The program in its confinement, when nothing of the session runs beside it any more. */
export async function startProgram({ session, turn }: EffectOf<"start_turn">, launch: TurnLaunch, deps: EngineDeps) {
  const { runtime } = findSessionPlugins(deps, session);
  const confined = await deps.aroundTurns.confine(launch);
  if (!confined.ok) return confined;
  await deps.aroundTurns.endBeside(runtime, session);
  const started = await runtime.start(confined.value);
  if (started.ok) deps.aroundTurns.started(turn, session);
  return started;
}
