/** Every turn that was begun: in what order a session's output is to be read, and what it cost. What it said lies in its folder. */
import type { MessageId, ProjectId, SessionId, TurnId } from "../domain/model/ids.ts";
import type { Connection } from "../lib/database/connection.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Usage } from "../domain/model/usage.ts";
import { createQueries } from "./docs/queries.ts";

export type BegunTurn = {
  readonly id: TurnId;
  readonly session: SessionId;
  /** 1, 2, … of the session. */
  readonly n: number;
  readonly message: MessageId;
  readonly startedMs: Ms;
};

/** One that ended, with what it was for. */
export type PaidTurn = Required<Usage> & {
  readonly session: SessionId;
  readonly project: ProjectId;
  readonly issue: string | null;
  /** The specialist, where the session is one's. */
  readonly agent: string;
  readonly endedMs: Ms;
};

export type TurnsTable = ReturnType<typeof createTurnsTable>;

export function createTurnsTable(db: Connection) {
  return createQueries(db, { add, end, endGone, ofSession: selectBySession, endedSince: selectEndedSince });
}

function add(db: Connection) {
  const insert = db.prepare<[BegunTurn]>(`
    INSERT INTO turns (id, session, n, message, started_ms) VALUES (@id, @session, @n, @message, @startedMs)
    ON CONFLICT (id) DO NOTHING`);
  return (turn: BegunTurn): void => void insert.run(turn);
}

/** On the wall's clock, of which days are made. */
function end(db: Connection) {
  return endWhere(db, "id = @id");
}

/** Of one whose process is gone; what it told before that stays. */
function endGone(db: Connection) {
  return endWhere(db, "id = @id AND ended_ms IS NULL");
}

function endWhere(db: Connection, condition: string) {
  const update = db.prepare<[Required<Usage> & { readonly id: TurnId; readonly endedMs: Ms }]>(`
    UPDATE turns SET ended_ms = @endedMs, usd = @usd, tokens = @tokens, cache_read_tokens = @cacheReadTokens,
      unknown_turns = @unknownTurns
    WHERE ${condition}`);
  return (id: TurnId, endedMs: Ms, usage: Usage): void =>
    void update.run({ cacheReadTokens: 0, unknownTurns: 0, ...usage, id, endedMs });
}

function selectEndedSince(db: Connection) {
  const select = db.prepare<[{ readonly sinceMs: Ms; readonly project: ProjectId | null }], PaidTurn>(`
    SELECT turns.ended_ms AS endedMs, turns.usd, turns.tokens,
      turns.cache_read_tokens AS cacheReadTokens, turns.unknown_turns AS unknownTurns, sessions.id AS session, sessions.project, sessions.issue,
      coalesce(sessions.specialist, iif(json_valid(sessions.doc), sessions.doc, '{}') ->> '$.agent.plugin', '?') AS agent
    FROM turns JOIN sessions ON sessions.id = turns.session
    WHERE turns.ended_ms >= :sinceMs AND (:project IS NULL OR sessions.project = :project)
    ORDER BY turns.ended_ms`);
  return (sinceMs: Ms, project: ProjectId | null): readonly PaidTurn[] => select.all({ sinceMs, project });
}

/** In the order they began. */
function selectBySession(db: Connection) {
  const select = db.prepare<[SessionId], BegunTurn>(
    "SELECT id, session, n, message, started_ms AS startedMs FROM turns WHERE session = ? ORDER BY n",
  );
  return (session: SessionId): readonly BegunTurn[] => select.all(session);
}
