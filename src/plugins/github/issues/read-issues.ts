/** Issues as GitHub lists them become snapshots, each with a version of ours. */
import { issueId, type IssueId } from "../../../domain/model/ids.ts";
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import type { References } from "../../shared/references.ts";
import type { GithubClient } from "../client.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import type { GithubAuthors } from "../authors.ts";
import { takeIfExists, needRemote } from "../../remote/forge/trouble.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { parsePriority } from "../../remote/issue-labels.ts";
import { readChosen, type TrackerFilter } from "./chosen.ts";
import { parseIssue, type GithubIssue } from "./parse-issue.ts";

export type GithubIssueParts = {
  readonly client: GithubClient;
  readonly kept: KeptFile;
  readonly people: GithubAuthors;
  readonly references: References;
  readonly filter: TrackerFilter;
};

export type KeptIssue = {
  readonly updatedAt: string;
  readonly assignee: string | null;
  readonly snapshot: Omit<IssueSnapshot, "version">;
};

export const ISSUES = "issue";

/** Null: there is none of that number, or it is a pull request. */
export async function readGithubIssue(parts: GithubIssueParts, number: number): Promise<IssueSnapshot | null> {
  const issue = await readIssueNow(parts, number);
  return issue === null ? null : keepIssue(parts, issue);
}

/** As it is there; null: there is none of that number, it is a pull request, or what is shown in its place is another one. */
export async function readIssueNow(
  { client }: Pick<GithubIssueParts, "client">,
  number: number,
): Promise<GithubIssue | null> {
  const answer = takeIfExists(await client.ask({ path: `issues/${number}` }));
  const issue = answer === null ? null : parseIssue(answer.body);
  return issue === null || issue.isPull || issue.number !== number || !(await isOwn(client, issue)) ? null : issue;
}

async function isOwn({ own }: GithubClient, { repository }: GithubIssue): Promise<boolean> {
  if (repository === null || repository === own.fullName()) return true;
  // It may be ours under a name that it got meanwhile.
  needRemote(await own.learn());
  return repository === own.fullName();
}

export async function keepIssue(parts: GithubIssueParts, issue: GithubIssue): Promise<IssueSnapshot> {
  const { kept, references } = parts;
  const id = references.issue(issue.number);
  const before = kept.get<KeptIssue>(ISSUES, id);
  // A replica that lags behind shows what was before: what is known stays.
  if (before !== null && before.doc.updatedAt > issue.updatedAt)
    return { ...before.doc.snapshot, version: before.version };
  const known = before === null ? null : findKnownBlockers(parts, issue, before.doc);
  const blockedBy = known ?? (await readIssueBlockers(parts, issue));
  const doc: KeptIssue = {
    updatedAt: issue.updatedAt,
    assignee: issue.assignees[0] ?? null,
    snapshot: {
      id,
      title: cleanText(issue.title),
      text: cleanText(issue.body ?? ""),
      author: await parts.people.authorOf(issue.user, issue.body ?? ""),
      labels: issue.labels,
      priority: parsePriority(issue.labels),
      blockedBy,
      state:
        issue.state === "open" ? { kind: "open" } : { kind: "closed", as: issue.isNotPlanned ? "not_planned" : "done" },
      createdMs: Date.parse(issue.createdAt),
      isWanted: isWanted(parts, issue),
    },
  };
  const { version } = kept.put(ISSUES, id, doc, ({ snapshot }) => snapshot);
  return { ...doc.snapshot, version };
}

/** Null: they have to be read. GitHub tells whole seconds, and within one an issue may come to wait, or not to wait any more. */
function findKnownBlockers(parts: GithubIssueParts, issue: GithubIssue, before: KeptIssue): readonly IssueId[] | null {
  const { blockedBy } = before.snapshot;
  const waits = issue.hasBlockers || issue.hasSubIssues;
  if (before.updatedAt !== issue.updatedAt || waits !== blockedBy.length > 0) return null;
  return blockedBy.some((blocker) => isForeign(parts, blocker)) ? null : blockedBy;
}

/** What it waits for: issues that block it, and its own sub-issues. */
async function readIssueBlockers(
  { client, references }: GithubIssueParts,
  issue: GithubIssue,
): Promise<readonly IssueId[]> {
  const { number, hasBlockers, hasSubIssues } = issue;
  const paths = [
    ...(hasBlockers ? [`issues/${number}/dependencies/blocked_by`] : []),
    ...(hasSubIssues ? [`issues/${number}/sub_issues`] : []),
  ];
  const ids = new Set<IssueId>();
  for (const path of paths) {
    const read = await client.pages({ path, query: { per_page: 100 } }, 2);
    // Enterprise servers count sub-issues and do not list them.
    const listed = path.endsWith("/sub_issues") ? takeIfExists(read) : needRemote(read);
    for (const other of (listed?.items ?? []).map(parseIssue)) {
      if (await isOwn(client, other)) ids.add(references.issue(other.number));
      else if (other.state === "open") ids.add(issueId(`${other.repository}#${other.number}`));
    }
  }
  ids.delete(references.issue(number));
  return [...ids];
}

/** Of another repository we hear nothing: it is asked for again each time this one is read. */
const isForeign = ({ references }: GithubIssueParts, id: IssueId): boolean => references.numberOf(id) === null;

/** GitHub tells neither labels nor logins apart by their case. */
function isWanted(parts: GithubIssueParts, issue: GithubIssue): boolean {
  const { labels, assignee } = parts.filter;
  if (readChosen(parts)?.has(issue.number) === false) return false;
  const has = (those: readonly string[], name: string): boolean =>
    those.some((one) => one.toLowerCase() === name.toLowerCase());
  if (!labels.every((label) => has(issue.labels, label))) return false;
  if (assignee === null) return true;
  if (assignee === "*" || assignee === "none") return issue.assignees.length > 0 === (assignee === "*");
  return has(issue.assignees, assignee);
}
