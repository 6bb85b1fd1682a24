/** Issues, as people see and write them. */
import type { IssueSnapshot } from "../../../domain/issue.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { issueSnapshot, type Comment, type IssueRow } from "./issue-rows.ts";
import { issueWrites, type Deed, type IssueName, type IssueParts } from "./issue-writes.ts";
import { parseCsvIssues } from "./parse-csv.ts";
import { parseMarkdownIssues } from "./parse-markdown.ts";
import type { Written } from "../deeds.ts";

export type IssueDetail = IssueSnapshot & {
  readonly number: number;
  readonly assignee: string | null;
  readonly changedMs: number;
  readonly comments: readonly Comment[];
};

export type ImportRequest = Deed & { readonly text: string; readonly format: "markdown" | "csv" };

const PROBLEMS_SHOWN = 5;

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
  const writes = issueWrites(parts);
  return {
    ...writes,
    /** Every issue of a file, or none of them. */
    import: ({ text, format, ...deed }: ImportRequest): Written<readonly IssueName[]> => {
      const read = format === "csv" ? parseCsvIssues(text) : parseMarkdownIssues(text);
      if (read.ok) return writes.createAll(read.issues, deed);
      const more = read.problems.length > PROBLEMS_SHOWN ? `; and ${read.problems.length - PROBLEMS_SHOWN} more` : "";
      return failed("refused", `Nothing was imported: ${read.problems.slice(0, PROBLEMS_SHOWN).join("; ")}${more}.`);
    },
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
