/** What people and the daemon do with issues. Each deed has a key and is done once. */
import type { IssueId } from "../../../domain/model/ids.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { IssueAction, IssueEdit, ListedIssue, NewIssue } from "../../../slots/issue-editor.ts";
import { failed, ok, type SlotError } from "../../../slots/result.ts";
import type { WriteOnce, WriteResult } from "../deeds.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { References } from "../../shared/references.ts";
import { cleanLabels, toOneLine, normalizeText, refuseWords } from "../../shared/issue-text.ts";
import type { IssueRow, IssueRows } from "./issue-rows.ts";

export type IssueWrite = IssueAction;

export type IssueName = { readonly id: IssueId; readonly number: number };

export const PRIORITY_DEFAULT = 3;
const PRIORITY_LEAST = 5;

export type LocalIssueParts = {
  readonly file: ForgeFile;
  readonly rows: IssueRows;
  readonly references: References;
  readonly once: WriteOnce;
};

export function createIssueWrites(parts: LocalIssueParts) {
  const { rows, references, once } = parts;
  /** Finds the issue, does the work in one transaction, and remembers the key. */
  const on = <T>(issue: string, request: IssueWrite, work: (row: IssueRow) => WriteResult<T>): WriteResult<T> => {
    const number = references.numberOf(issue);
    return once(request.key, { issue: number ?? issue, ...request }, () => {
      const row = number === null ? null : rows.get(number);
      return row === null ? reportGone(issue) : work(row);
    });
  };
  return {
    create: (issue: NewIssue & IssueWrite): WriteResult<IssueName> =>
      once(issue.key, issue, () => insert(parts, issue, issue.by)),
    /** All of them, or none. */
    createAll: (issues: readonly ListedIssue[], { by, key }: IssueWrite): WriteResult<readonly IssueName[]> =>
      once(key, { issues, by }, () => insertAll(parts, issues, by)),
    edit: (issue: string, edit: IssueEdit & IssueWrite): WriteResult<IssueName> =>
      on(issue, edit, (row) => {
        const blockers = edit.blockedBy === undefined ? ok(row.blockedBy) : resolveBlockers(parts, edit, row.number);
        if (!blockers.ok) return blockers;
        const draft = { ...applyEdit(row, edit), blockedBy: blockers.value };
        return refuse(draft) ?? ok(save(parts, draft));
      }),
    comment: (issue: string, comment: IssueWrite & { readonly text: string }): WriteResult<IssueName> =>
      on(issue, comment, ({ number }) => {
        const text = normalizeText(comment.text).trim();
        if (text === "") return failed("refused", "Nothing was written: the comment is empty.");
        const refusal = refuseWords({ body: text });
        if (refusal !== null) return refusal;
        rows.addComment(number, { author: comment.by, text, atMs: getNow(parts) });
        return ok({ id: references.issue(number), number });
      }),
    close: (
      issue: string,
      request: Spoken & { readonly key: string; readonly as: "done" | "not_planned" },
    ): WriteResult<IssueName> => on(issue, request, (row) => ok(setState(parts, row, request.as, request))),
    reopen: (issue: string, request: Spoken & { readonly key: string }): WriteResult<IssueName> =>
      on(issue, request, (row) => ok(setState(parts, row, "open", request))),
  };
}

function insert(parts: LocalIssueParts, issue: NewIssue, by: Author): WriteResult<IssueName> {
  const draft = applyEdit({ ...createBlankIssue(by, getNow(parts)), number: parts.file.nextNumber() }, issue);
  const blockers = resolveBlockers(parts, issue, draft.number);
  if (!blockers.ok) return blockers;
  return refuse(draft) ?? ok(save(parts, { ...draft, blockedBy: blockers.value }));
}

function insertAll(
  parts: LocalIssueParts,
  issues: readonly ListedIssue[],
  by: Author,
): WriteResult<readonly IssueName[]> {
  const made: IssueName[] = [];
  for (const issue of issues) {
    const one = insert(parts, issue, by);
    if (!one.ok) return one;
    made.push(one.value);
  }
  for (const [at, { after = [], blockedBy = [] }] of issues.entries()) {
    const row = parts.rows.get(made[at]?.number ?? 0);
    if (row === null || after.length === 0) continue;
    const inList = after.flatMap((place) => made[place]?.id ?? []);
    const blockers = resolveBlockers(parts, { blockedBy: [...blockedBy, ...inList] }, row.number);
    if (!blockers.ok) return blockers;
    save(parts, { ...row, blockedBy: blockers.value });
  }
  return ok(made);
}

function save({ file, rows, references }: LocalIssueParts, row: IssueRow): IssueName {
  rows.put({ ...row, version: file.nextVersion(), changedMs: Math.trunc(file.wallMs()) });
  return { id: references.issue(row.number), number: row.number };
}

const getNow = ({ file }: LocalIssueParts): number => Math.trunc(file.wallMs());

function resolveBlockers(
  { rows, references }: LocalIssueParts,
  { blockedBy = [] }: IssueEdit,
  number: number,
): WriteResult<readonly number[]> {
  const found: number[] = [];
  for (const reference of blockedBy) {
    const blocker = references.numberOf(reference);
    if (blocker === null || rows.get(blocker) === null) {
      return failed("refused", `Nothing was written: there is no issue ${reference} to wait for.`);
    }
    if (isWaitingFor(rows, blocker, number)) {
      const why = blocker === number ? "an issue cannot wait for itself" : `#${blocker} already waits for #${number}`;
      return failed("refused", `Nothing was written: ${why}, so neither would ever start.`);
    }
    found.push(blocker);
  }
  return ok([...new Set(found)]);
}

function setState(parts: LocalIssueParts, row: IssueRow, state: IssueRow["state"], { by, text }: Spoken): IssueName {
  if (text !== "") parts.rows.addComment(row.number, { author: by, text: normalizeText(text), atMs: getNow(parts) });
  if (row.state !== state) return save(parts, { ...row, state });
  return { id: parts.references.issue(row.number), number: row.number };
}

type Spoken = { readonly by: Author; readonly text: string };

function reportGone(issue: string) {
  return failed("gone", `There is no issue ${issue}. \`ao issue list\` lists them.`);
}

function createBlankIssue(author: Author, createdMs: number): Omit<IssueRow, "number"> {
  const nothing = { title: "", body: "", labels: [], blockedBy: [], assignee: null };
  return { ...nothing, version: 0, state: "open", priority: PRIORITY_DEFAULT, createdMs, changedMs: createdMs, author };
}

function applyEdit(row: IssueRow, edit: IssueEdit): IssueRow {
  const { title = row.title, body = row.body, priority = row.priority, assignee = row.assignee } = edit;
  const { labels = row.labels, addLabels = [], removeLabels = [] } = edit;
  const kept = cleanLabels([...labels, ...addLabels]).filter((label) => !removeLabels.includes(label));
  return { ...row, title: toOneLine(title), body: normalizeText(body), priority, labels: kept, assignee };
}

function refuse(row: IssueRow): { readonly ok: false; readonly error: SlotError<"refused"> } | null {
  const { priority } = row;
  if (!Number.isInteger(priority) || priority < 1 || priority > PRIORITY_LEAST) {
    return failed(
      "refused",
      `Nothing was written: a priority is 1 (most urgent) to ${PRIORITY_LEAST}, not ${priority}.`,
    );
  }
  return refuseWords(row);
}

/** Would `issue`, directly or through others, wait for `target`? */
function isWaitingFor(rows: IssueRows, issue: number, target: number): boolean {
  const seen = new Set<number>();
  const open = [issue];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === target) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(rows.get(next)?.blockedBy ?? []));
  }
  return false;
}
