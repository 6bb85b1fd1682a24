/** Issues as GitHub lists them become snapshots, each with a version of ours. */
import type { IssueId } from "../../../domain/ids.ts";
import type { IssueSnapshot } from "../../../domain/issue.ts";
import type { References } from "../../shared/references.ts";
import type { Client } from "../client.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import type { People } from "../people.ts";
import { ifThere, needRemote } from "../../remote/forge/trouble.ts";
import { cleanText } from "../../remote/clean-text.ts";
import { priorityOf } from "../../remote/issue-labels.ts";
import { parseIssue, type ReadIssue } from "./parse-issue.ts";

export type IssueParts = {
  readonly client: Client;
  readonly kept: KeptFile;
  readonly people: People;
  readonly references: References;
};

export type KeptIssue = {
  readonly updatedAt: string;
  readonly assignee: string | null;
  readonly snapshot: Omit<IssueSnapshot, "version">;
};

export const ISSUES = "issue";

/** Null: there is none of that number, or it is a pull request. */
export async function readIssue(parts: IssueParts, number: number): Promise<IssueSnapshot | null> {
  const answer = ifThere(await parts.client.ask({ path: `issues/${number}` }));
  if (answer === null) return null;
  const issue = parseIssue(answer.body);
  return issue.isPull ? null : keepIssue(parts, issue);
}

export async function keepIssue(parts: IssueParts, issue: ReadIssue): Promise<IssueSnapshot> {
  const { kept, references } = parts;
  const id = references.issue(issue.number);
  const before = kept.get<KeptIssue>(ISSUES, id);
  // A replica that lags behind shows what was before: what is known stays.
  if (before !== null && before.doc.updatedAt > issue.updatedAt)
    return { ...before.doc.snapshot, version: before.version };
  const isSame = before?.doc.updatedAt === issue.updatedAt;
  const blockedBy = isSame ? before.doc.snapshot.blockedBy : await blockersOf(parts, issue);
  const doc: KeptIssue = {
    updatedAt: issue.updatedAt,
    assignee: issue.assignees[0] ?? null,
    snapshot: {
      id,
      title: cleanText(issue.title),
      text: cleanText(issue.body ?? ""),
      author: await parts.people.authorOf(issue.user, issue.body ?? ""),
      labels: issue.labels,
      priority: priorityOf(issue.labels),
      blockedBy,
      state:
        issue.state === "open" ? { kind: "open" } : { kind: "closed", as: issue.isNotPlanned ? "not_planned" : "done" },
      createdMs: Date.parse(issue.createdAt),
    },
  };
  const { version } = kept.put(ISSUES, id, doc, ({ snapshot }) => snapshot);
  return { ...doc.snapshot, version };
}

/** What it waits for: issues that block it, and its own sub-issues. */
async function blockersOf({ client, references }: IssueParts, issue: ReadIssue): Promise<readonly IssueId[]> {
  const { number, hasBlockers, hasSubIssues } = issue;
  const paths = [
    ...(hasBlockers ? [`issues/${number}/dependencies/blocked_by`] : []),
    ...(hasSubIssues ? [`issues/${number}/sub_issues`] : []),
  ];
  const numbers = new Set<number>();
  for (const path of paths) {
    const { items } = needRemote(await client.pages({ path, query: { per_page: 100 } }, 2));
    for (const item of items) numbers.add(parseIssue(item).number);
  }
  return [...numbers].filter((other) => other !== number).map((other) => references.issue(other));
}
