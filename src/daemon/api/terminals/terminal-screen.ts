/** Where a session's terminal is to be found. */
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import type { TurnScreen } from "../../../slots/runtime.ts";
import type { DaemonContext } from "../../context.ts";
import { refuse } from "../../http/refusal.ts";

export type SeenScreen = TurnScreen & { readonly turn: string };

/** The screen of the open turn, else of the last one: what was on it is still shown. */
export async function readScreen(context: DaemonContext, session: Session): Promise<SeenScreen> {
  const turn = getOpenTurn(session)?.id ?? context.store.turns.ofSession(session.id).at(-1)?.id;
  const runtime = context.slotsOf(session.project)?.runtime(session.agent.runtime);
  if (turn === undefined || runtime === undefined) return { kind: "none", turn: turn ?? "" };
  const screen = await runtime.screen(turn);
  if (!screen.ok) throw refuse("unavailable", `no terminal was opened: ${screen.error.message}`);
  return { ...screen.value, turn };
}
