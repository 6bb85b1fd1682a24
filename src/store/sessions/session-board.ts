import type { BoardSession } from "../../domain/schedule/board.ts";
import type { IssueId, ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Connection } from "../../lib/database/connection.ts";

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

/** What is being prepared may wait for another session; only there is the document read. */
type PreparingRow = {
  readonly id: SessionId;
  readonly step: string;
  readonly after: SessionId | null;
  readonly afterState: "live" | "landed" | "ended" | null;
};

/** The live sessions as `plan` sees them, oldest first. Asked for at each decision, so it reads as little as it can. */
export function selectBoard(db: Connection) {
  const select = db.prepare<[], BoardRow>(`
    SELECT id, project, issue, specialist, credential, open_turn AS openTurn, preparing, wants_lane AS lane,
      wants_since AS sinceMs, spent_usd AS usd, spent_tokens AS tokens
    FROM sessions WHERE live = 1 ORDER BY created_ms, id`);
  const selectPreparing = db.prepare<[], PreparingRow>(`
    WITH readable AS (SELECT id, live, preparing, iif(json_valid(doc), doc, '{}') AS doc FROM sessions)
    SELECT id, json_extract(doc, '$.phase.step') AS step, json_extract(doc, '$.phase.after') AS after,
      (SELECT CASE
          WHEN other.live = 1 THEN 'live'
          WHEN json_extract(other.doc, '$.phase.because') = 'landed' THEN 'landed'
          ELSE 'ended'
        END FROM readable AS other WHERE other.id = json_extract(readable.doc, '$.phase.after')) AS afterState
    FROM readable WHERE live = 1 AND preparing = 1`);
  return (): readonly BoardSession[] => {
    const rows = select.all();
    const isAny = rows.some(({ preparing }) => preparing === 1);
    const preparing = new Map(isAny ? selectPreparing.all().map((row) => [row.id, row]) : []);
    return rows.map((row) => toBoardSession(row, preparing.get(row.id)));
  };
}

function toBoardSession(
  { openTurn, preparing, lane, sinceMs, usd, tokens, ...facts }: BoardRow,
  { step, after, afterState }: Partial<PreparingRow> = {},
): BoardSession {
  return {
    ...facts,
    hasOpenTurn: openTurn !== null,
    isPreparing: preparing === 1 && step !== "waiting",
    awaits: after === null || after === undefined ? null : { session: after, state: afterState ?? "ended" },
    wants: lane === null || sinceMs === null ? null : { lane, sinceMs },
    spent: { usd, tokens },
  };
}
