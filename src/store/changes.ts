import { isOpenChange, type Change } from "../domain/change/change.ts";
import type { ChangeId, ProjectId, SessionId } from "../domain/model/ids.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readReadableDocs, readDoc, readDocs, writeDoc, type DocRow } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";
import { saveRow } from "./docs/save-row.ts";

export type ChangesTable = ReturnType<typeof createChangesTable>;

export function createChangesTable(db: Connection) {
  return createQueries(db, {
    get,
    save,
    saveKeepingDue,
    ofSession: selectBySession,
    byBranch: selectByBranch,
    queued: selectQueued,
    openOf: selectOpen,
    highestNumber: selectHighestNumber,
    due: selectDue,
    putOff,
    nextDueMs: selectNextDueMs,
  });
}

function get(db: Connection) {
  const select = db.prepare<[ChangeId], string>("SELECT doc FROM changes WHERE id = ?").pluck();
  return (id: ChangeId): Change | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("changes", id, doc);
  };
}

function save(db: Connection) {
  const row = saveRow(db, {
    table: "changes",
    settled: ["project", "session", "branch", "open", "queued"],
    moving: ["due_ms", "doc"],
  });
  return (change: Change, { dueMs }: { readonly dueMs: Ms | null }): void => {
    const { id, project, session, branch } = change;
    const open = isOpenChange(change);
    const settled = [project, session, branch, open ? 1 : 0, open && isWaitingInQueue(change) ? 1 : 0];
    row({ id, settled, moving: [dueMs, writeDoc(change)] });
  };
}

/** For a decision that cannot move the change's deadline. */
function saveKeepingDue(db: Connection) {
  const update = db.prepare<[number, number, string, ChangeId]>(
    "UPDATE changes SET open = ?, queued = ?, doc = ? WHERE id = ?",
  );
  return (change: Change): void => {
    const open = isOpenChange(change);
    update.run(open ? 1 : 0, open && isWaitingInQueue(change) ? 1 : 0, writeDoc(change), change.id);
  };
}

function isWaitingInQueue(change: Change): boolean {
  return change.queue !== null && change.queue.candidate === null;
}

/** All changes of a session in the order they came, the landed and closed ones included. */
function selectBySession(db: Connection) {
  const select = db.prepare<[SessionId], DocRow>("SELECT id, doc FROM changes WHERE session = ? ORDER BY rowid");
  return (session: SessionId): readonly Change[] => readDocs("changes", select.all(session));
}

/** The open change of a branch, else the one that was there last. */
function selectByBranch(db: Connection) {
  const select = db.prepare<[ProjectId, string], DocRow>(
    "SELECT id, doc FROM changes WHERE project = ? AND branch = ? ORDER BY open DESC, rowid DESC LIMIT 1",
  );
  return (project: ProjectId, branch: string): Change | null => {
    const row = select.get(project, branch);
    return row === undefined ? null : readDoc("changes", row.id, row.doc);
  };
}

/** Changes that asked to land and are in no candidate. */
function selectQueued(db: Connection) {
  const select = db.prepare<[], DocRow>("SELECT id, doc FROM changes WHERE queued = 1 ORDER BY rowid");
  return (): readonly Change[] => readReadableDocs("changes", select.all());
}

function selectOpen(db: Connection) {
  const select = db
    .prepare<[ProjectId], ChangeId>("SELECT id FROM changes WHERE open = 1 AND project = ? ORDER BY rowid")
    .pluck();
  return (project: ProjectId): readonly ChangeId[] => select.all(project);
}

/** Of ids `<prefix>#<number>`; 0: there is none. */
function selectHighestNumber(db: Connection) {
  const select = db
    .prepare<[number, string, string], number | null>(
      "SELECT max(CAST(substr(id, ?) AS INTEGER)) FROM changes WHERE id > ? AND id < ?",
    )
    .pluck();
  return (prefix: string): number => select.get(prefix.length + 2, `${prefix}#`, `${prefix}$`) ?? 0;
}

/** Only changes without a session: the others are looked at with theirs. */
function selectDue(db: Connection) {
  const select = db
    .prepare<[Ms, number], ChangeId>(
      "SELECT id FROM changes WHERE session IS NULL AND due_ms <= ? ORDER BY due_ms, rowid LIMIT ?",
    )
    .pluck();
  return (nowMs: Ms, limit: number): readonly ChangeId[] => select.all(nowMs, limit);
}

/** Looked at again only then, whatever its document says: it may be the document that cannot be read. */
function putOff(db: Connection) {
  const update = db.prepare<[Ms, ChangeId]>("UPDATE changes SET due_ms = ? WHERE id = ?");
  return (id: ChangeId, dueMs: Ms): void => void update.run(dueMs, id);
}

function selectNextDueMs(db: Connection) {
  const select = db
    .prepare<[], Ms | null>("SELECT min(due_ms) FROM changes WHERE session IS NULL AND due_ms IS NOT NULL")
    .pluck();
  return (): Ms | null => select.get() ?? null;
}
