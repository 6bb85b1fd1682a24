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
  readonly step: string | null;
  readonly after: SessionId | null;
  readonly afterState: "live" | "landed" | "ended" | null;
  readonly lane: "person" | "automatic" | null;
  readonly sinceMs: number | null;
  readonly usd: number;
  readonly tokens: number;
};

/** The live sessions as `plan` sees them, oldest first; only of those that are being prepared the document is read. */
export function board(db: Connection) {
  const select = db.prepare<[], BoardRow>(`
    WITH board AS (
      SELECT id, project, issue, specialist, credential, open_turn AS openTurn, preparing, wants_lane AS lane,
        wants_since AS sinceMs, spent_usd AS usd, spent_tokens AS tokens, created_ms,
        CASE preparing WHEN 1 THEN json_extract(doc, '$.phase.step') END AS step,
        CASE preparing WHEN 1 THEN json_extract(doc, '$.phase.after') END AS after
      FROM sessions WHERE live = 1)
    SELECT id, project, issue, specialist, credential, openTurn, preparing, lane, sinceMs, usd, tokens, step, after,
      (SELECT CASE
          WHEN other.live = 1 THEN 'live'
          WHEN json_extract(other.doc, '$.phase.because') = 'landed' THEN 'landed'
          ELSE 'ended'
        END FROM sessions AS other WHERE other.id = board.after) AS afterState
    FROM board ORDER BY created_ms, id`);
  return (): readonly BoardSession[] => select.all().map(boardSession);
}

function boardSession({ openTurn, preparing, step, after, afterState, ...row }: BoardRow): BoardSession {
  const { lane, sinceMs, usd, tokens, ...facts } = row;
  return {
    ...facts,
    hasOpenTurn: openTurn !== null,
    isPreparing: preparing === 1 && step !== "waiting",
    awaits: after === null ? null : { session: after, state: afterState ?? "ended" },
    wants: lane === null || sinceMs === null ? null : { lane, sinceMs },
    spent: { usd, tokens },
  };
}
