import type { IssueId, ProjectId, SessionId, TurnId } from "../../domain/model/ids.ts";
import type { Ms } from "../../domain/model/now.ts";
import { isLiveSession, findRunningTurn, type Session } from "../../domain/session/session.ts";
import type { Connection } from "../../lib/database/connection.ts";
import { readReadableDocs, readDoc, writeDoc, type DocRow } from "../docs/doc.ts";
import { saveRow, type RowValues } from "../docs/save-row.ts";
import { selectBoard } from "./session-board.ts";
import { selectEndedSince, selectPage, selectPageWithUnreadable } from "./session-page.ts";
import { createQueries } from "../docs/queries.ts";
import { readSqliteCode, StoreError } from "../../lib/database/store-error.ts";

/** What the engine knows beside the session itself: does it ask for a turn, and when must it be looked at again? */
export type SessionPlan = {
  readonly wants: { readonly lane: "person" | "automatic"; readonly sinceMs: Ms } | null;
  readonly dueMs: Ms | null;
};

export type OpenTurn = { readonly session: SessionId; readonly turn: TurnId };

export type SessionsTable = ReturnType<typeof createSessionsTable>;

export function createSessionsTable(db: Connection) {
  return createQueries(db, {
    get,
    save,
    nameTaken,
    byBranch: selectByBranch,
    liveOfIssue: selectLiveByIssue,
    ofIssue: selectByIssue,
    board: selectBoard,
    page: selectPage,
    pageWithUnreadable: selectPageWithUnreadable,
    endedSince: selectEndedSince,
    due: selectDue,
    putOff,
    letRest: updateToRest,
    nextDueMs: selectNextDueMs,
    openTurns,
    takenOver: selectTakenOver,
    withoutTurn: selectWithoutTurn,
  });
}

function get(db: Connection) {
  const select = db.prepare<[SessionId], string>("SELECT doc FROM sessions WHERE id = ?").pluck();
  return (id: SessionId): Session | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("sessions", id, doc);
  };
}

/** Refuses a second live worker on one issue, unless a person forced it. */
function save(db: Connection) {
  const row = saveRow(db, {
    table: "sessions",
    settled: ["project", "issue", "branch", "live", "forced", "created_ms"],
    moving: ["open_turn", "preparing", "wants_lane", "wants_since", ...aboutAgent, "due_ms", "ended_ms", "doc"],
  });
  return (session: Session, plan: SessionPlan): void => {
    try {
      row(toRowValues(session, plan));
    } catch (error) {
      if (readSqliteCode(error) !== "SQLITE_CONSTRAINT_UNIQUE") throw error;
      const message = `issue ${findIssue(session)} already has a live worker; force this one, or end that one first.`;
      throw new StoreError("second_worker", message, { cause: error });
    }
  };
}

const aboutAgent = ["specialist", "credential", "spent_usd", "spent_tokens"];

function toRowValues(session: Session, { wants, dueMs }: SessionPlan): RowValues {
  const { id, project, branch, agent, spent, phase, createdAtMs } = session;
  const endedMs = phase.kind === "ended" ? phase.atMs : null;
  return {
    id,
    settled: [project, findIssue(session), branch, isLiveSession(session) ? 1 : 0, session.forced ? 1 : 0, createdAtMs],
    moving: [
      ...[findRunningTurn(session), phase.kind === "preparing" ? 1 : 0, wants?.lane ?? null, wants?.sinceMs ?? null],
      ...[agent.specialist, agent.credential, spent.usd, spent.tokens, dueMs, endedMs, writeDoc(session)],
    ],
  };
}

function findIssue(session: Session): IssueId | null {
  return session.role.kind === "worker" ? session.role.issue : null;
}

/** Names of ended sessions stay taken: their branches, refs and logs carry them. */
function nameTaken(db: Connection) {
  const select = db.prepare<[SessionId], number>("SELECT 1 FROM sessions WHERE id = ?").pluck();
  return (id: SessionId): boolean => select.get(id) === 1;
}

/** The live session on a branch, else the one that was there last. */
function selectByBranch(db: Connection) {
  const select = db.prepare<[ProjectId, string], DocRow>(
    "SELECT id, doc FROM sessions WHERE project = ? AND branch = ? ORDER BY live DESC, created_ms DESC, rowid DESC LIMIT 1",
  );
  return (project: ProjectId, branch: string): Session | null => {
    const row = select.get(project, branch);
    return row === undefined ? null : readDoc("sessions", row.id, row.doc);
  };
}

function selectLiveByIssue(db: Connection) {
  const select = db
    .prepare<[ProjectId, IssueId], SessionId>(
      "SELECT id FROM sessions WHERE live = 1 AND project = ? AND issue = ? ORDER BY created_ms, id",
    )
    .pluck();
  return (project: ProjectId, issue: IssueId): readonly SessionId[] => select.all(project, issue);
}

/** Live or not, the newest first. */
function selectByIssue(db: Connection) {
  const select = db.prepare<[IssueId], DocRow>(
    "SELECT id, doc FROM sessions WHERE issue IS NOT NULL AND issue = ? ORDER BY created_ms DESC, id",
  );
  return (issue: IssueId): readonly Session[] => readReadableDocs("sessions", select.all(issue));
}

function selectDue(db: Connection) {
  const select = db
    .prepare<[Ms, number], SessionId>("SELECT id FROM sessions WHERE due_ms <= ? ORDER BY due_ms, rowid LIMIT ?")
    .pluck();
  return (nowMs: Ms, limit: number): readonly SessionId[] => select.all(nowMs, limit);
}

/** Looked at again only then, whatever its document says: it may be the document that cannot be read. */
function putOff(db: Connection) {
  const update = db.prepare<[Ms, SessionId]>("UPDATE sessions SET due_ms = ? WHERE id = ?");
  return (id: SessionId, dueMs: Ms): void => void update.run(dueMs, id);
}

/** It asks for no turn any more: its document cannot be read, and the plan would grant it one for ever. */
function updateToRest(db: Connection) {
  const update = db.prepare<[SessionId]>("UPDATE sessions SET wants_lane = NULL, wants_since = NULL WHERE id = ?");
  return (id: SessionId): void => void update.run(id);
}

function selectNextDueMs(db: Connection) {
  const select = db.prepare<[], Ms | null>("SELECT min(due_ms) FROM sessions WHERE due_ms IS NOT NULL").pluck();
  return (): Ms | null => select.get() ?? null;
}

/** Live ones whose workspace is made, or was, and in which no turn is open. */
function selectWithoutTurn(db: Connection) {
  const select = db
    .prepare<[], SessionId>(
      "SELECT id FROM sessions WHERE live = 1 AND open_turn IS NULL AND preparing = 0 ORDER BY rowid",
    )
    .pluck();
  return (): readonly SessionId[] => select.all();
}

/** Turns whose process may be running, each with its session. */
function openTurns(db: Connection) {
  const select = db.prepare<[], OpenTurn>(
    "SELECT id AS session, open_turn AS turn FROM sessions WHERE live = 1 AND open_turn IS NOT NULL ORDER BY created_ms, id",
  );
  return (): readonly OpenTurn[] => select.all();
}

/** Those in which a person works, as far as was written down. */
function selectTakenOver(db: Connection) {
  const select = db
    .prepare<[], SessionId>(
      "SELECT id FROM sessions WHERE live = 1 AND CASE WHEN json_valid(doc) THEN doc ->> '$.hold.by' = 'take_over' AND doc ->> '$.hold.idleSinceMs' IS NULL END",
    )
    .pluck();
  return (): readonly SessionId[] => select.all();
}
