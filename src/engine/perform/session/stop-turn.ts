import { reportGone, readTurn } from "../../observe/turn.ts";
import { succeedWithArrivals, toOutcome, retryFor } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/**
 * Ends the turn's whole process group, and waits until it is really gone: a workspace may be removed after this. What the
 * turn has said last is read once more, since it may have ended by itself and cost what nobody has counted yet. Of a
 * session that goes on it is told that the turn is over, since nobody else may come to look for a while.
 */
export const stopTurn: Performer<"stop_turn"> = async (effect, { deps }) => {
  const { runtime, session } = findSessionPlugins(deps, effect.session);
  const signalled = await runtime.signal(effect.turn, "kill");
  if (!signalled.ok) return toOutcome(signalled.error);
  const sight = await runtime.look(effect.turn);
  if (!sight.ok) return toOutcome(sight.error);
  if (sight.value.kind === "running") return retryFor("the process has not ended yet");
  const last = await readTurn(deps, { session, turn: effect.turn }, new Map());
  if (last.cut !== null) return retryFor("its last words could not be read");
  return succeedWithArrivals(
    last.ended ? last.arrivals : [...last.arrivals, reportGone({ session, turn: effect.turn })],
  );
};
