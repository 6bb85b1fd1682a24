/** The tracker slot over GitHub's issues. */
import type { IssueSnapshot } from "../../../domain/issue.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { oursAmong, type LabelMoves } from "../../remote/issue-labels.ts";
import { versionOf } from "../../remote/forge/kept-file.ts";
import type { Pace } from "../../remote/forge/pace.ts";
import { answering, needRemote } from "../../remote/forge/trouble.ts";
import { githubIssueDesk } from "./desk.ts";
import { moveIssue } from "./moves.ts";
import { once } from "./once.ts";
import { parseIssue } from "./parse-issue.ts";
import { ISSUES, keepIssue, readIssue, type IssueParts } from "./read-issues.ts";

export type IssueFilter = { readonly labels: readonly string[]; readonly assignee: string | null };

export type TrackerParts = IssueParts & {
  readonly filter: IssueFilter;
  readonly pace: Pace;
  readonly moves: LabelMoves;
};

const PER_PAGE = 100;
/** A backlog of more open issues is read as far as this; the rest comes when it changes. */
const PAGES_MAX = 20;

export function githubTracker(parts: TrackerParts): TrackerPlugin {
  const { client, kept, references, pace } = parts;
  const numberOf = (issue: string): number | null => references.numberOf(issue);
  return {
    name: "github",
    credential: client.credential,
    since: (cursor) =>
      answering(async () => {
        const from = versionOf(cursor, kept.version());
        if (from !== null && !pace.isDue()) return ok({ issues: [], cursor: String(from) });
        // What happens while pages are read is listed the next time, too.
        const version = kept.version();
        const listed = from === null ? await readOpen(parts) : await readChanged(parts);
        const issues = from === null ? listed : listed.filter((issue) => issue.version > from);
        return ok({ issues, cursor: String(Math.max(version, ...issues.map((issue) => issue.version))) });
      }),
    read: (issue) =>
      answering(async () => {
        const number = numberOf(issue);
        const found = number === null ? null : await readIssue(parts, number);
        return found === null ? failed("gone", `There is no issue ${issue}.`) : ok(found);
      }),
    close: ({ issue, text, key }) =>
      answering(async () => {
        const number = numberOf(issue);
        if (number === null || (await readIssue(parts, number)) === null)
          return failed("gone", `There is no issue ${issue}.`);
        await once(parts, { number, key, text }, async () => {
          const body = { state: "closed", state_reason: "completed", ...(await withoutOurs(parts, number)) };
          needRemote(await client.ask({ method: "PATCH", path: `issues/${number}`, body }));
        });
        return ok(await readIssue(parts, number));
      }),
    move: (move) => answering(() => moveIssue(parts, parts.moves, move)),
    wake: () => pace.wake(),
    desk: githubIssueDesk(parts),
  };
}

/** What showed how far the work was has no meaning any more. */
async function withoutOurs({ client, moves }: TrackerParts, number: number) {
  const { labels } = parseIssue(needRemote(await client.ask({ path: `issues/${number}` })).body);
  const ours = oursAmong(labels, moves);
  return ours.length === 0 ? {} : { labels: labels.filter((label) => !ours.includes(label)) };
}

const READ_UP_TO = "read-up-to";

async function readOpen(parts: TrackerParts): Promise<readonly IssueSnapshot[]> {
  return list(parts, { state: "open" });
}

/** GitHub counts in seconds: the last one is asked for again, and what is the same is no news. */
async function readChanged(parts: TrackerParts): Promise<readonly IssueSnapshot[]> {
  const since = parts.kept.get<{ readonly updatedAt: string }>(READ_UP_TO, ISSUES)?.doc.updatedAt;
  return since === undefined ? readOpen(parts) : list(parts, { state: "all", since });
}

async function list(
  parts: TrackerParts,
  query: { readonly state: string; readonly since?: string },
): Promise<readonly IssueSnapshot[]> {
  const { client, kept, filter } = parts;
  const wanted = {
    ...(filter.labels.length === 0 ? {} : { labels: filter.labels.join(",") }),
    ...(filter.assignee === null ? {} : { assignee: filter.assignee }),
  };
  const order = { sort: "updated", direction: "asc", per_page: PER_PAGE };
  const read = needRemote(await client.pages({ path: "issues", query: { ...query, ...wanted, ...order } }, PAGES_MAX));
  const found = read.items.map(parseIssue);
  const issues: IssueSnapshot[] = [];
  for (const issue of found.filter(({ isPull }) => !isPull)) issues.push(await keepIssue(parts, issue));
  const newest =
    found
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? query.since;
  if (newest !== undefined) kept.put(READ_UP_TO, ISSUES, { updatedAt: newest });
  return issues;
}
