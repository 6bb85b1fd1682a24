/** Issues, as people see and write them. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { IssueDesk as SlotDesk, IssueDetail as SlotDetail } from "../../../slots/issue-desk.ts";
import { issueSnapshot, type IssueRow } from "./issue-rows.ts";
import { issueWrites, type IssueName, type IssueParts } from "./issue-writes.ts";
import type { Written } from "../deeds.ts";

export type IssueDetail = SlotDetail & { readonly number: number };

export type IssueDesk = ReturnType<typeof issueDesk>;

export function issueDesk(parts: IssueParts) {
  const { rows, references } = parts;
  const detail = (row: IssueRow): IssueDetail => ({
    ...issueSnapshot(row, references),
    number: row.number,
    assignee: row.assignee,
    changedMs: row.changedMs,
    comments: rows.comments(row.number),
  });
  return {
    ...issueWrites(parts),
    /** The open ones, most urgent first; `all` in the order they came. */
    list: ({ all = false }: { readonly all?: boolean } = {}): readonly IssueDetail[] =>
      (all ? rows.all() : rows.open()).map(detail),
    /** `issue` is an id, `#12` or `12`. */
    show: (issue: string): SlotResult<IssueDetail, "gone"> => {
      const number = references.numberOf(issue);
      const row = number === null ? null : rows.get(number);
      return row === null ? failed("gone", `There is no issue ${issue}.`) : ok(detail(row));
    },
  };
}

/** The same as the slot has it. */
export function slotDesk(desk: IssueDesk): SlotDesk {
  return {
    list: async (request) => ok(desk.list(request)),
    show: async (issue) => desk.show(issue),
    create: async (issues, deed) => mapped(desk.createAll(issues, deed), (made) => made.map(({ id }) => id)),
    edit: async (issue, edit) => mapped(desk.edit(issue, edit), idOf),
    comment: async (issue, comment) => mapped(desk.comment(issue, comment), idOf),
    setState: async (issue, { as, ...rest }) =>
      mapped(as === "open" ? desk.reopen(issue, rest) : desk.close(issue, { as, ...rest }), idOf),
  };
}

const idOf = ({ id }: IssueName): IssueName["id"] => id;

function mapped<T, U>(written: Written<T>, map: (value: T) => U): Written<U> {
  return written.ok ? ok(map(written.value)) : written;
}
