/** A backlog from a file: its issues and what was passed over, or why none of it can be taken. */
import type { Listed } from "./listed.ts";
import { parseCsvIssues } from "./parse-csv.ts";
import { parseMarkdownIssues } from "./parse-markdown.ts";

export type IssueFormat = "markdown" | "csv";

export function readIssues(format: IssueFormat, text: string): Listed {
  return format === "csv" ? parseCsvIssues(text) : parseMarkdownIssues(text);
}
