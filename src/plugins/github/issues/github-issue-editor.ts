/** What people do with issues through us: in the name of the token's account. Lists come from what was read, not from GitHub. */
import type { IssueId } from "../../../domain/model/ids.ts";
import { failed, ok } from "../../../slots/result.ts";
import type {
  IssueComment,
  IssueEditor,
  IssueDetail,
  IssueEdit,
  IssueWritten,
  ListedIssue,
} from "../../../slots/issue-editor.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { replacePriority } from "../../remote/issue-labels.ts";
import { formatPersonMark } from "../../remote/text/own-mark.ts";
import { answerRemoteTrouble, takeIfExists, needRemote } from "../../remote/forge/trouble.ts";
import { changeLabels, compareLabels } from "./labels.ts";
import { COMMENT_PAGES_MAX, noteDone, commentOnce, wasDone } from "./once.ts";
import { parseComment, parseIssue, type GithubIssue } from "./parse-issue.ts";
import {
  ISSUES,
  readIssueNow,
  keepIssue,
  readGithubIssue,
  type GithubIssueParts,
  type KeptIssue,
} from "./read-issues.ts";

const reportGone = (issue: string) => failed("gone", `There is no issue ${issue}. \`ao issue list\` lists them.`);

export function createGithubIssueEditor(parts: GithubIssueParts): IssueEditor {
  const { client, kept, references } = parts;
  const onNumber = <T>(issue: string, work: (number: number) => Promise<IssueWritten<T>>): Promise<IssueWritten<T>> =>
    answerRemoteTrouble(async () => {
      const number = references.numberOf(issue);
      return number === null || (await readGithubIssue(parts, number)) === null ? reportGone(issue) : work(number);
    });
  return {
    list: async ({ all }) => {
      const listed = kept.all<KeptIssue>(ISSUES).filter(({ doc }) => all || doc.snapshot.state.kind === "open");
      const details = listed.map((one) => toIssueDetail(parts, one, []));
      return ok(
        all
          ? details.toSorted(compareAge)
          : details.toSorted((one, other) => one.priority - other.priority || compareAge(one, other)),
      );
    },
    show: (issue) =>
      answerRemoteTrouble(async () => {
        const number = references.numberOf(issue);
        if (number === null || (await readGithubIssue(parts, number)) === null) return reportGone(issue);
        const one = kept.get<KeptIssue>(ISSUES, references.issue(number));
        return one === null ? reportGone(issue) : ok(toIssueDetail(parts, one, await listComments(parts, number)));
      }),
    create: (issues, { key }) =>
      answerRemoteTrouble(async () => {
        const made = wasDone<readonly IssueId[]>(parts, key) ?? (await createAll(parts, issues, key));
        noteDone(parts, key, made);
        return ok(made);
      }),
    edit: (issue, { by: _by, key, ...edit }) =>
      onNumber(issue, async (number) => {
        if (wasDone(parts, key) === null) await editOne(parts, number, edit, formatPersonMark(key));
        noteDone(parts, key, { number });
        return ok(references.issue(number));
      }),
    comment: (issue, { text, key }) =>
      onNumber(issue, async (number) => {
        if (text.trim() === "") return failed("refused", "Nothing was written: the comment is empty.");
        await commentOnce(parts, { number, key, text, mark: formatPersonMark(key) });
        return ok(references.issue(number));
      }),
    setState: (issue, { as, text, key }) =>
      onNumber(issue, async (number) => {
        await commentOnce(parts, { number, key, text, mark: formatPersonMark(key) }, async () => {
          const body =
            as === "open" ? { state: "open" } : { state: "closed", state_reason: as === "done" ? "completed" : as };
          needRemote(await client.ask({ method: "PATCH", path: `issues/${number}`, body }));
        });
        await readGithubIssue(parts, number);
        return ok(references.issue(number));
      }),
  };
}

const compareAge = (one: IssueDetail, other: IssueDetail): number =>
  one.createdMs - other.createdMs || (one.id < other.id ? -1 : 1);

function toIssueDetail(
  { client, references }: GithubIssueParts,
  { version, doc }: { readonly version: number; readonly doc: KeptIssue },
  comments: readonly IssueComment[],
): IssueDetail {
  const webUrl = `${client.place.webUrl}/issues/${references.numberOf(doc.snapshot.id) ?? ""}`;
  return { ...doc.snapshot, version, assignee: doc.assignee, changedMs: Date.parse(doc.updatedAt), comments, webUrl };
}

async function listComments({ client, people }: GithubIssueParts, number: number): Promise<readonly IssueComment[]> {
  const path = `issues/${number}/comments`;
  const read = takeIfExists(await client.pages({ path, query: { per_page: 100 } }, COMMENT_PAGES_MAX));
  const comments: IssueComment[] = [];
  for (const item of read?.items ?? []) {
    const { body, user, created_at: at } = parseComment(item);
    const author = await people.authorOf(user, body ?? "");
    comments.push({ author, text: cleanText(body ?? ""), atMs: Date.parse(at) });
  }
  return comments;
}

/** One by one, each marked: what was made before a lost answer is found again. */
async function createAll(
  parts: GithubIssueParts,
  issues: readonly ListedIssue[],
  key: string,
): Promise<readonly IssueId[]> {
  const before = await findMadeBefore(parts);
  const made: GithubIssue[] = [];
  for (const [n, issue] of issues.entries()) {
    const signed = formatPersonMark(`${key}:${n}`);
    const there = before.find(({ body }) => (body ?? "").includes(signed));
    made.push(there ?? (await createOne(parts, issue, signed)));
  }
  for (const [n, { after = [], blockedBy = [] }] of issues.entries()) {
    const blockers = [...after.flatMap((place) => made[place] ?? []), ...(await readBlockers(parts, blockedBy))];
    const one = made[n];
    if (one !== undefined && blockers.length > 0) await addBlockers(parts, one, blockers);
  }
  for (const { number } of made) await readGithubIssue(parts, number);
  return made.map(({ number }) => parts.references.issue(number));
}

/** The newest of our account. */
async function findMadeBefore({ client }: GithubIssueParts): Promise<readonly GithubIssue[]> {
  const query = { creator: await client.account(), state: "all", sort: "created", direction: "desc", per_page: 100 };
  const listed = needRemote(await client.pages({ path: "issues", query }, 1));
  return listed.items.map(parseIssue);
}

async function createOne({ client }: GithubIssueParts, issue: ListedIssue, signed: string): Promise<GithubIssue> {
  const { title, body = "", labels = [], priority, assignee } = issue;
  const request = {
    title,
    body: `${body}\n\n${signed}`,
    labels: replacePriority(labels, priority),
    ...(assignee === undefined || assignee === null ? {} : { assignees: [assignee] }),
  };
  return parseIssue(needRemote(await client.ask({ method: "POST", path: "issues", body: request })).body);
}

async function readBlockers(parts: GithubIssueParts, names: readonly string[]): Promise<readonly GithubIssue[]> {
  const found: GithubIssue[] = [];
  for (const name of names) {
    const number = parts.references.numberOf(name);
    const issue = number === null ? null : await readIssueNow(parts, number);
    if (issue !== null) found.push(issue);
  }
  return found;
}

async function addBlockers(
  parts: GithubIssueParts,
  { number }: GithubIssue,
  blockers: readonly GithubIssue[],
): Promise<void> {
  const path = `issues/${number}/dependencies/blocked_by`;
  const untold: number[] = [];
  for (const blocker of blockers) {
    const added = await parts.client.ask({ method: "POST", path, body: { issue_id: blocker.id } });
    if (!added.ok && added.error.code === "gone") untold.push(blocker.number);
    // Refused: it waits for that one already.
    else if (!added.ok && added.error.status !== 422) needRemote(added);
  }
  if (untold.length > 0) await sayOrder(parts, number, untold);
}

/** Enterprise servers before 3.19 do not know that issues wait for each other: the issues are made, so the order is written there. */
async function sayOrder(parts: GithubIssueParts, number: number, blockers: readonly number[]): Promise<void> {
  const names = blockers.map((blocker) => `#${blocker}`).join(", ");
  const text = `This issue is to wait for ${names}, but this GitHub server keeps no order of issues: start it when they are done.`;
  await commentOnce(parts, { number, key: `waits:${number}:${names}`, text });
}

/** A new text is signed anew: it is a person's, as the one before was. */
async function editOne(parts: GithubIssueParts, number: number, edit: IssueEdit, signed: string): Promise<void> {
  const { client } = parts;
  const now = parseIssue(needRemote(await client.ask({ path: `issues/${number}` })).body);
  const { title, body, priority, assignee, addLabels = [], removeLabels = [] } = edit;
  const labels = [...new Set([...(edit.labels ?? now.labels), ...addLabels])].filter(
    (label) => !removeLabels.includes(label),
  );
  const request = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body: `${body}\n\n${signed}` }),
    ...(assignee === undefined ? {} : { assignees: assignee === null ? [] : [assignee] }),
  };
  const path = `issues/${number}`;
  if (Object.keys(request).length > 0) needRemote(await client.ask({ method: "PATCH", path, body: request }));
  await changeLabels(parts, number, compareLabels(now.labels, replacePriority(labels, priority)));
  if (edit.blockedBy !== undefined) await addBlockers(parts, now, await readBlockers(parts, edit.blockedBy));
  const read = needRemote(await client.ask({ path }));
  await keepIssue(parts, parseIssue(read.body));
}
