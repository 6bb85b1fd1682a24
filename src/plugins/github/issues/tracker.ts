/** The tracker slot over GitHub's issues. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import type { GithubClient } from "../client.ts";
import type { AuthorDoubt } from "../../remote/polling/doubt.ts";
import { listOwnLabels, type LabelMoves } from "../../remote/issue-labels.ts";
import { parseVersion } from "../../remote/forge/kept-file.ts";
import { lookAtPace, type Pace } from "../../remote/polling/pace.ts";
import { answerRemoteTrouble, needRemote } from "../../remote/forge/trouble.ts";
import { choose, readChosen } from "./chosen.ts";
import { createGithubIssueEditor } from "./github-issue-editor.ts";
import { changeLabels } from "./labels.ts";
import { moveGithubIssue } from "./moves.ts";
import { commentOnce } from "./once.ts";
import { parseIssue } from "./parse-issue.ts";
import { ISSUES, keepIssue, readGithubIssue, type GithubIssueParts, type KeptIssue } from "./read-issues.ts";

export type TrackerParts = GithubIssueParts & {
  /** Its requests are those of people. */
  readonly forPeople: GithubClient;
  readonly pace: Pace;
  readonly doubt: AuthorDoubt;
  readonly moves: LabelMoves;
};

const PER_PAGE = 100;
/** A backlog of more open issues is read as far as this; the rest comes when it changes. */
const PAGES_MAX = 20;

export function createGithubTracker(parts: TrackerParts): TrackerPlugin {
  const { client, references, pace } = parts;
  const numberOf = (issue: string): number | null => references.numberOf(issue);
  return {
    name: "github",
    credential: client.credential,
    since: (cursor) => lookAtPace(pace, () => answerRemoteTrouble(() => readSince(parts, cursor))),
    read: (issue) =>
      answerRemoteTrouble(async () => {
        const number = numberOf(issue);
        const found = number === null ? null : await readGithubIssue(parts, number);
        return found === null ? failed("gone", `There is no issue ${issue}.`) : ok(found);
      }),
    close: ({ issue, text, key }) =>
      answerRemoteTrouble(async () => {
        const number = numberOf(issue);
        if (number === null || (await readGithubIssue(parts, number)) === null)
          return failed("gone", `There is no issue ${issue}.`);
        await commentOnce(parts, { number, key, text }, async () => {
          const body = { state: "closed", state_reason: "completed" };
          const closed = needRemote(await client.ask({ method: "PATCH", path: `issues/${number}`, body }));
          // What showed how far the work was has no meaning any more.
          const remove = listOwnLabels(parseIssue(closed.body).labels, parts.moves);
          await changeLabels(parts, number, { add: [], remove });
        });
        return ok(await readGithubIssue(parts, number));
      }),
    move: (move) => answerRemoteTrouble(() => moveGithubIssue(parts, parts.moves, move)),
    wake: (of) => pace.wake(of),
    currentName: client.own.fullName,
    desk: createGithubIssueEditor({ ...parts, client: parts.forPeople }),
  };
}

async function readSince(parts: TrackerParts, cursor: string | null): ReturnType<TrackerPlugin["since"]> {
  const { kept, pace } = parts;
  const from = parseVersion(cursor, kept.version());
  if (from !== null && !pace.isDue()) return ok({ issues: [], cursor: String(from), unasked: true });
  // What happens while pages are read is listed the next time, too.
  const version = kept.version();
  const moved = await choose(parts);
  const shown = from === null || moved === "all" ? await readOpen(parts) : await readChanged(parts);
  const listed = moved === "all" ? shown : [...shown, ...(await readMoved(parts, moved, shown))];
  pace.found(listed.some((issue) => issue.version > version));
  const issues = from === null ? listed : listed.filter((issue) => issue.version > from);
  return ok({ issues, cursor: String(Math.max(version, ...issues.map((issue) => issue.version))) });
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
  const { client, kept, filter, doubt } = parts;
  // Labels are listed with commas between them: one with a comma is looked for in what is read.
  const labels = filter.labels.filter((label) => !label.includes(","));
  const wanted = {
    ...(labels.length === 0 ? {} : { labels: labels.join(",") }),
    ...(filter.assignee === null ? {} : { assignee: filter.assignee }),
  };
  const order = { sort: "updated", direction: "asc", per_page: PER_PAGE };
  const read = needRemote(await client.pages({ path: "issues", query: { ...query, ...wanted, ...order } }, PAGES_MAX));
  const found = read.items.map(parseIssue);
  const issues: IssueSnapshot[] = [];
  let doubtful: string | null = null;
  const chosen = readChosen(parts);
  // Of what the query does not choose only what is known here is looked at: of others nothing is asked, not even whose they are.
  const concerns = (number: number): boolean =>
    chosen?.has(number) !== false || kept.get<KeptIssue>(ISSUES, parts.references.issue(number)) !== null;
  for (const issue of found.filter(({ isPull, number }) => !isPull && concerns(number))) {
    const snapshot = await keepIssue(parts, issue);
    issues.push(snapshot);
    if (isInDoubt(snapshot)) doubtful ??= issue.updatedAt;
  }
  if (doubtful === null) doubt.end();
  const newest =
    found
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? query.since;
  // Nothing else would make it be read again, whoever wrote it.
  const upTo = doubtful !== null && doubt.mayWait() ? doubtful : newest;
  if (upTo !== undefined) kept.put(READ_UP_TO, ISSUES, { updatedAt: upTo });
  return issues;
}

/** What the query chooses now, or chose before: the issue itself need not have changed. */
async function readMoved(
  parts: TrackerParts,
  numbers: readonly number[],
  shown: readonly IssueSnapshot[],
): Promise<readonly IssueSnapshot[]> {
  const unread = numbers.filter((number) => !shown.some(({ id }) => id === parts.references.issue(number)));
  const read: IssueSnapshot[] = [];
  for (const number of unread) {
    const issue = await readGithubIssue(parts, number);
    if (issue !== null) read.push(issue);
  }
  return read;
}

const isInDoubt = ({ author }: IssueSnapshot): boolean => author.kind === "person" && !author.canWrite.known;
