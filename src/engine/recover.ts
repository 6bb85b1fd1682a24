/**
 * At boot the world is looked at before anything is done to it: every open turn is read, wherever it got to while nobody
 * watched. Effects without an outcome need no list of their own: they are in the outbox, and their performers look first.
 */
import type { SessionId } from "../domain/model/ids.ts";
import type { EngineDeps } from "./deps.ts";
import type { Arrival } from "./inbox/arrival.ts";
import { observeTurn, type TurnCursors } from "./observe/turn.ts";
import { loadSession } from "./perform/context.ts";

export async function recover(deps: EngineDeps, cursors: TurnCursors): Promise<readonly Arrival[]> {
  const looks = deps.store.sessions.openTurns().map(async ({ session, turn }) => {
    try {
      return (await observeTurn(deps, { session: loadSession(deps, session), turn }, cursors)).arrivals;
    } catch (error) {
      deps.log.error({ sessionId: session, error }, "a turn could not be read at boot; the sweep will try again");
      return [];
    }
  });
  return [...(await Promise.all(looks)).flat(), ...deps.store.sessions.takenOver().map(reportLostPerson)];
}

/** Whoever had taken it over lost their terminal with the daemon. They come back, or it is handed back after a while. */
const reportLostPerson = (session: SessionId): Arrival => ({
  news: {
    kind: "command_given",
    by: { kind: "ao", part: "recovery" },
    command: { kind: "take_over", session, clients: 0 },
  },
});
