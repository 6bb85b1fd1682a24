/** Issues, as people see and write them. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { IssueEditor as SlotDesk, IssueDetail as SlotDetail } from "../../../slots/issue-editor.ts";
import { toIssueSnapshot, type IssueRow } from "./issue-rows.ts";
import { createIssueWrites, type IssueName, type LocalIssueParts } from "./issue-writes.ts";
import type { WriteResult } from "../deeds.ts";

export type LocalIssueDetail = SlotDetail & { readonly number: number };

export type LocalIssueEditor = ReturnType<typeof createIssueEditor>;

export function createIssueEditor(parts: LocalIssueParts) {
  const { rows, references } = parts;
  const detail = (row: IssueRow): LocalIssueDetail => ({
    ...toIssueSnapshot(row, references),
    number: row.number,
    assignee: row.assignee,
    changedMs: row.changedMs,
    comments: rows.comments(row.number),
  });
  return {
    ...createIssueWrites(parts),
    /** The open ones, most urgent first; `all` in the order they came. */
    list: ({ all = false }: { readonly all?: boolean } = {}): readonly LocalIssueDetail[] =>
      (all ? rows.all() : rows.open()).map(detail),
    /** `issue` is an id, `#12` or `12`. */
    show: (issue: string): SlotResult<LocalIssueDetail, "gone"> => {
      const number = references.numberOf(issue);
      const row = number === null ? null : rows.get(number);
      return row === null ? failed("gone", `There is no issue ${issue}.`) : ok(detail(row));
    },
  };
}

/** The same as the slot has it. */
export function toSlotEditor(editor: LocalIssueEditor): SlotDesk {
  return {
    list: async (request) => ok(editor.list(request)),
    show: async (issue) => editor.show(issue),
    create: async (issues, deed) => mapWritten(editor.createAll(issues, deed), (made) => made.map(({ id }) => id)),
    edit: async (issue, edit) => mapWritten(editor.edit(issue, edit), toIssueId),
    comment: async (issue, comment) => mapWritten(editor.comment(issue, comment), toIssueId),
    setState: async (issue, { as, ...rest }) =>
      mapWritten(as === "open" ? editor.reopen(issue, rest) : editor.close(issue, { as, ...rest }), toIssueId),
  };
}

const toIssueId = ({ id }: IssueName): IssueName["id"] => id;

function mapWritten<T, U>(written: WriteResult<T>, map: (value: T) => U): WriteResult<U> {
  return written.ok ? ok(map(written.value)) : written;
}
