/** Every turn that was begun: in what order a session's output is to be read. What it said lies in its folder. */
import type { MessageId, SessionId, TurnId } from "../domain/ids.ts";
import type { Connection } from "../lib/database/connection.ts";
import type { Ms } from "../domain/now.ts";
import { queries } from "./queries.ts";

export type BegunTurn = {
  readonly id: TurnId;
  readonly session: SessionId;
  /** 1, 2, … of the session. */
  readonly n: number;
  readonly message: MessageId;
  readonly startedMs: Ms;
};

export type TurnsTable = ReturnType<typeof turnsTable>;

export function turnsTable(db: Connection) {
  return queries(db, { add, ofSession });
}

function add(db: Connection) {
  const insert = db.prepare<[BegunTurn]>(`
    INSERT INTO turns (id, session, n, message, started_ms) VALUES (@id, @session, @n, @message, @startedMs)
    ON CONFLICT (id) DO NOTHING`);
  return (turn: BegunTurn): void => void insert.run(turn);
}

/** In the order they began. */
function ofSession(db: Connection) {
  const select = db.prepare<[SessionId], BegunTurn>(
    "SELECT id, session, n, message, started_ms AS startedMs FROM turns WHERE session = ? ORDER BY n",
  );
  return (session: SessionId): readonly BegunTurn[] => select.all(session);
}
