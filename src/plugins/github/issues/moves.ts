/** Shows on the issue how far the work is: one label of ours at a time, our account as assignee, a link to the change. */
import type { IssueSnapshot } from "../../../domain/issue.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { IssueMove } from "../../../slots/tracker.ts";
import { labelFor, oursAmong, type LabelMoves } from "../../remote/issue-labels.ts";
import { ifThere, needRemote } from "../../remote/forge/trouble.ts";
import { changeLabels } from "./labels.ts";
import { parseIssue, type ReadIssue } from "./parse-issue.ts";
import { once } from "./once.ts";
import { readIssue, type IssueParts } from "./read-issues.ts";

export async function moveIssue(
  parts: IssueParts,
  moves: LabelMoves,
  move: IssueMove,
): Promise<SlotResult<IssueSnapshot | null, "gone">> {
  const issue = await issueNow(parts, move);
  if (issue === null) return failed("gone", `There is no issue ${move.issue}.`);
  if (issue.state === "closed") return ok(null);
  const label = labelFor(move.to, moves);
  if (label !== null) await show(parts, issue, moves, label);
  if (move.to === "started" && label !== null) await assign(parts, issue);
  await link(parts, issue, move);
  return ok(await readIssue(parts, issue.number));
}

/** Null: it is not there, or is a pull request. */
async function issueNow({ client, references }: IssueParts, { issue }: IssueMove): Promise<ReadIssue | null> {
  const number = references.numberOf(issue);
  const answer = number === null ? null : ifThere(await client.ask({ path: `issues/${number}` }));
  const read = answer === null ? null : parseIssue(answer.body);
  return read?.isPull === true ? null : read;
}

async function link(parts: IssueParts, { number }: ReadIssue, { issue, change }: IssueMove): Promise<void> {
  if (change === null || change.url === null) return;
  const { url, title } = change;
  await once(parts, { number, key: `link:${issue}:${url}`, text: `Change: [${title}](${url})` });
}

async function show(parts: IssueParts, { number, labels }: ReadIssue, moves: LabelMoves, label: string): Promise<void> {
  const remove = oursAmong(labels, moves).filter((one) => one !== label);
  await changeLabels(parts, number, { add: labels.includes(label) ? [] : [label], remove });
}

/** Where our account cannot be assigned (an App, say), nobody is. */
async function assign({ client }: IssueParts, { number, assignees }: ReadIssue): Promise<void> {
  const viewer = await client.viewer();
  if (assignees.some((login) => login.toLowerCase() === viewer)) return;
  const assigned = await client.ask({
    method: "POST",
    path: `issues/${number}/assignees`,
    body: { assignees: [viewer] },
  });
  if (!assigned.ok && assigned.error.code !== "refused" && assigned.error.code !== "gone") needRemote(assigned);
}
