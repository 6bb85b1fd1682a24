import type { ReadyIssue } from "../domain/schedule/board.ts";
import type { IssueId, ProjectId } from "../domain/model/ids.ts";
import { isSatisfied, mayStart, type Issue } from "../domain/issue/issue.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readReadableDocs, readDoc, readJson, writeDoc, type DocRow } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type IssuesTable = ReturnType<typeof createIssuesTable>;

export function createIssuesTable(db: Connection) {
  return createQueries(db, {
    get,
    save,
    ready: selectReady,
    unsatisfiedBlockers: selectUnsatisfiedBlockers,
    unseenBlockers: selectUnseenBlockers,
    openOf: selectOpen,
    watchedOf: selectWatched,
    highestNumber: selectHighestNumber,
    holdBack,
  });
}

function get(db: Connection) {
  const select = db.prepare<[IssueId], string>("SELECT doc FROM issues WHERE id = ?").pluck();
  return (id: IssueId): Issue | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("issues", id, doc);
  };
}

function save(db: Connection) {
  const upsert = db.prepare<unknown[]>(`
    INSERT INTO issues (id, project, open, ready, done, priority, created_ms, labels, blocked_by, doc)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      project = excluded.project, open = excluded.open, ready = excluded.ready, done = excluded.done,
      priority = excluded.priority, created_ms = excluded.created_ms, labels = excluded.labels,
      blocked_by = excluded.blocked_by, doc = excluded.doc`);
  return (issue: Issue): void => {
    const open = issue.state.kind === "open" ? 1 : 0;
    const lists = [writeDoc(issue.labels), writeDoc(issue.blockedBy), writeDoc(issue)];
    const flags = [open, mayStart(issue) ? 1 : 0, isSatisfied(issue) ? 1 : 0];
    upsert.run(issue.id, issue.project, ...flags, issue.priority, issue.createdMs, ...lists);
  };
}

type ReadyRow = {
  readonly id: IssueId;
  readonly project: ProjectId;
  readonly priority: number;
  readonly createdMs: number;
  readonly labels: string;
  readonly blockedBy: string;
};

/** What may be started, most urgent first. The issues' texts stay unread: a long backlog is looked at on each tick. */
function selectReady(db: Connection) {
  const unsatisfied = selectUnsatisfiedBlockers(db);
  const select = db.prepare<[], ReadyRow>(`
    SELECT id, project, priority, created_ms AS createdMs, labels, blocked_by AS blockedBy
    FROM issues WHERE ready = 1 AND json_valid(labels) AND json_valid(blocked_by) ORDER BY priority, created_ms, id`);
  return (): readonly ReadyIssue[] =>
    select.all().map(({ labels, blockedBy, ...row }) => ({
      ...row,
      labels: readList<string>(row.id, labels),
      waitsFor: blockedBy === "[]" ? [] : unsatisfied(readList<IssueId>(row.id, blockedBy)),
    }));
}

function readList<T>(id: IssueId, text: string): readonly T[] {
  return text === "[]" ? [] : readJson<readonly T[]>("issues", id, text);
}

/** Of these, all but the ones closed as done; an issue nobody has seen yet may still be open. */
function selectUnsatisfiedBlockers(db: Connection) {
  const isDone = db.prepare<[IssueId], number>("SELECT done FROM issues WHERE id = ?").pluck();
  return (ids: readonly IssueId[]): readonly IssueId[] => ids.filter((id) => isDone.get(id) !== 1);
}

/** What the issues of a project that could begin wait for, and nobody has seen. */
function selectUnseenBlockers(db: Connection) {
  const select = db
    .prepare<[ProjectId], IssueId>(
      `SELECT DISTINCT blocker.value FROM issues, json_each(iif(json_valid(issues.blocked_by), issues.blocked_by, '[]')) AS blocker
       WHERE issues.project = ? AND issues.ready = 1 AND issues.blocked_by <> '[]'
         AND NOT EXISTS (SELECT 1 FROM issues AS seen WHERE seen.id = blocker.value)
       ORDER BY blocker.value`,
    )
    .pluck();
  return (project: ProjectId): readonly IssueId[] => select.all(project);
}

/** The open issues whose end matters: those that are wanted or given out, and what others wait for. */
function selectWatched(db: Connection) {
  const select = db
    .prepare<[ProjectId, ProjectId], IssueId>(
      `SELECT id FROM issues WHERE project = ? AND open = 1
         AND json_valid(doc)
         AND (doc ->> '$.isWanted' IS NOT 0 OR doc ->> '$.assigned' IS NOT NULL OR id IN (
           SELECT blocker.value
           FROM issues AS waiting, json_each(iif(json_valid(waiting.blocked_by), waiting.blocked_by, '[]')) AS blocker
           WHERE waiting.project = ? AND waiting.ready = 1 AND waiting.blocked_by <> '[]'))
       ORDER BY priority, created_ms, id`,
    )
    .pluck();
  return (project: ProjectId): readonly IssueId[] => select.all(project, project);
}

/** It is not started by itself any more: its document cannot be read, and others wait behind it. */
function holdBack(db: Connection) {
  const update = db.prepare<[IssueId]>("UPDATE issues SET ready = 0 WHERE id = ?");
  return (id: IssueId): void => void update.run(id);
}

/** Of ids `<prefix>#<number>`; 0: there is none. */
function selectHighestNumber(db: Connection) {
  const select = db
    .prepare<[number, string, string], number | null>(
      "SELECT max(CAST(substr(id, ?) AS INTEGER)) FROM issues WHERE id > ? AND id < ?",
    )
    .pluck();
  return (prefix: string): number => select.get(prefix.length + 2, `${prefix}#`, `${prefix}$`) ?? 0;
}

/** The open issues of a project, those that wait for a person's approval included. */
function selectOpen(db: Connection) {
  const select = db.prepare<[ProjectId], DocRow>(
    "SELECT id, doc FROM issues WHERE project = ? AND open = 1 ORDER BY priority, created_ms, id",
  );
  return (project: ProjectId): readonly Issue[] => readReadableDocs("issues", select.all(project));
}
