import type { IssueSnapshot, IssueState } from "../../../domain/issue/issue.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { ForgeFile } from "../forge-file.ts";
import { parseStored } from "../parse-json.ts";
import type { IssueComment } from "../../../slots/issue-editor.ts";
import type { References } from "../../shared/references.ts";

/** An issue as it stands in the file. */
export type IssueRow = {
  readonly number: number;
  readonly version: number;
  readonly state: "open" | "done" | "not_planned";
  readonly priority: number;
  readonly assignee: string | null;
  readonly createdMs: number;
  readonly changedMs: number;
  readonly author: Author;
  readonly labels: readonly string[];
  readonly blockedBy: readonly number[];
  readonly title: string;
  readonly body: string;
};

type Stored = Omit<IssueRow, "author" | "labels" | "blockedBy"> & {
  readonly author: string;
  readonly labels: string;
  readonly blockedBy: string;
};

export type IssueRows = ReturnType<typeof createIssueRows>;

const COLUMNS = `number, version, state, priority, assignee, created_ms AS createdMs, changed_ms AS changedMs, author,
  labels, blocked_by AS blockedBy, title, body`;

export function createIssueRows({ db }: ForgeFile) {
  const byNumber = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM issues WHERE number = ?`);
  const since = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM issues WHERE version > ? ORDER BY version`);
  const open = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM issues WHERE state = 'open' ORDER BY priority, number`);
  const all = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM issues ORDER BY number`);
  const put = db.prepare<unknown[]>("INSERT OR REPLACE INTO issues VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const addComment = db.prepare<[number, number, string, string]>(
    "INSERT INTO issue_comments (issue, at_ms, author, text) VALUES (?, ?, ?, ?)",
  );
  const comments = db.prepare<[number], { atMs: number; author: string; text: string }>(
    "SELECT at_ms AS atMs, author, text FROM issue_comments WHERE issue = ? ORDER BY id",
  );
  return {
    get: (number: number): IssueRow | null => readOptional(byNumber.get(number)),
    since: (version: number): readonly IssueRow[] => since.all(version).map(read),
    open: (): readonly IssueRow[] => open.all().map(read),
    all: (): readonly IssueRow[] => all.all().map(read),
    put: (row: IssueRow): void => {
      const { number, version, state, priority, assignee, createdMs, changedMs, title, body } = row;
      const lists = [row.author, row.labels, row.blockedBy].map((value) => JSON.stringify(value));
      put.run(number, version, state, priority, assignee, createdMs, changedMs, ...lists, title, body);
    },
    addComment: (number: number, { author, text, atMs }: IssueComment): void =>
      void addComment.run(number, atMs, JSON.stringify(author), text),
    comments: (number: number): readonly IssueComment[] =>
      comments.all(number).map((comment) => ({ ...comment, author: parseStored<Author>(comment.author) })),
  };
}

export function toIssueSnapshot(row: IssueRow, references: References): IssueSnapshot {
  const { number, version, title, body: text, author, labels, priority, createdMs } = row;
  const blockedBy = row.blockedBy.map(references.issue);
  return {
    id: references.issue(number),
    version,
    title,
    text,
    author,
    labels,
    priority,
    blockedBy,
    state: toIssueState(row),
    createdMs,
  };
}

function toIssueState({ state }: IssueRow): IssueState {
  return state === "open" ? { kind: "open" } : { kind: "closed", as: state };
}

function readOptional(row: Stored | undefined): IssueRow | null {
  return row === undefined ? null : read(row);
}

function read(row: Stored): IssueRow {
  return {
    ...row,
    author: parseStored<Author>(row.author),
    labels: parseStored<readonly string[]>(row.labels),
    blockedBy: parseStored<readonly number[]>(row.blockedBy),
  };
}
