/** What people do with changes, beside reviewing them. Each deed has a key and is done once. */
import { failed, ok } from "../../../slots/result.ts";
import type { WriteResult } from "../deeds.ts";
import type { IssueWrite } from "../issues/issue-writes.ts";
import { cleanLabels, toOneLine, normalizeText, refuseWords } from "../../shared/issue-text.ts";
import { isOpenRow, type ChangeRow } from "./change-rows.ts";
import type { ReviewParts } from "./review-writes.ts";

/** What is left out stays as it is. */
export type ChangeEdit = {
  readonly title?: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
  readonly isDraft?: boolean;
};

export type ChangeWrites = ReturnType<typeof createChangeWrites>;

export function createChangeWrites({ file, rows, references, once }: ReviewParts) {
  const on = (
    change: string,
    request: IssueWrite,
    work: (row: ChangeRow) => WriteResult<ChangeRow>,
  ): WriteResult<null> =>
    once(request.key, { change, ...request }, () => {
      const number = references.numberOf(change);
      const row = number === null ? null : rows.get(number);
      if (row === null) return failed("gone", `There is no change ${change}.`);
      const next = work(row);
      if (!next.ok) return next;
      rows.put({ ...next.value, version: file.nextVersion(), changedMs: Math.trunc(file.wallMs()) });
      return ok(null);
    });
  return {
    edit: (change: string, edit: ChangeEdit & IssueWrite): WriteResult<null> =>
      on(change, edit, (row) => {
        const next = applyEdit(row, edit);
        if (edit.isDraft !== undefined && !isOpenRow(row)) return refuseNotOpen(row);
        return refuseWords(next) ?? ok(next);
      }),
    close: (change: string, request: IssueWrite): WriteResult<null> =>
      on(change, request, (row) => (isOpenRow(row) ? ok({ ...row, state: "closed" }) : refuseNotOpen(row))),
    ready: (change: string, request: IssueWrite): WriteResult<null> =>
      on(change, request, (row) => (isOpenRow(row) ? ok({ ...row, state: "open" }) : refuseNotOpen(row))),
    reopen: (change: string, request: IssueWrite): WriteResult<null> =>
      on(change, request, (row) => {
        if (row.state !== "closed") return failed("refused", `Nothing was done: #${row.number} is ${row.state}.`);
        const other = rows.onBranch(row.branch);
        if (other !== null && isOpenRow(other)) {
          return failed("refused", `Nothing was done: #${other.number} is open for the branch ${row.branch} already.`);
        }
        return ok({ ...row, state: "open" });
      }),
  };
}

function refuseNotOpen({ number, state }: ChangeRow) {
  return failed("refused", `Nothing was done: #${number} is ${state}.`);
}

function applyEdit(row: ChangeRow, edit: ChangeEdit): ChangeRow {
  const { title = row.title, body = row.body, labels = row.labels, addLabels = [], removeLabels = [] } = edit;
  const kept = cleanLabels([...labels, ...addLabels]).filter((label) => !removeLabels.includes(label));
  const state = edit.isDraft === undefined ? row.state : edit.isDraft ? "draft" : "open";
  return { ...row, title: toOneLine(title), body: normalizeText(body), labels: kept, state };
}
