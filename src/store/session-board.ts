import type { BoardSession } from "../domain/board.ts";
import type { IssueId, ProjectId, SessionId } from "../domain/ids.ts";
import type { Connection } from "../lib/database/connection.ts";

type BoardRow = {
  readonly id: SessionId;
  readonly project: ProjectId;
  readonly issue: IssueId | null;
  readonly specialist: string | null;
  readonly credential: string;
  readonly openTurn: string | null;
  readonly preparing: number;
  readonly lane: "person" | "automatic" | null;
  readonly sinceMs: number | null;
  readonly usd: number;
  readonly tokens: number;
};

/** The live sessions as `plan` sees them, oldest first; no document is read. */
export function board(db: Connection) {
  const select = db.prepare<[], BoardRow>(`
    SELECT id, project, issue, specialist, credential, open_turn AS openTurn, preparing, wants_lane AS lane,
      wants_since AS sinceMs, spent_usd AS usd, spent_tokens AS tokens
    FROM sessions WHERE live = 1 ORDER BY created_ms, id`);
  return (): readonly BoardSession[] => select.all().map(boardSession);
}

function boardSession({ openTurn, preparing, lane, sinceMs, usd, tokens, ...row }: BoardRow): BoardSession {
  return {
    ...row,
    hasOpenTurn: openTurn !== null,
    isPreparing: preparing === 1,
    wants: lane === null || sinceMs === null ? null : { lane, sinceMs },
    spent: { usd, tokens },
  };
}
