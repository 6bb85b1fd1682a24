/** Shows on the issue how far the work is: one label of ours at a time, our account as assignee, a link to the change. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { IssueMove } from "../../../slots/tracker.ts";
import { chooseMomentLabel, listOwnLabels, type LabelMoves } from "../../remote/issue-labels.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { changeLabels } from "./labels.ts";
import type { GithubIssue } from "./parse-issue.ts";
import { commentOnce } from "./once.ts";
import { readIssueNow, readGithubIssue, type GithubIssueParts } from "./read-issues.ts";

export async function moveGithubIssue(
  parts: GithubIssueParts,
  moves: LabelMoves,
  move: IssueMove,
): Promise<SlotResult<IssueSnapshot | null, "gone">> {
  const number = parts.references.numberOf(move.issue);
  const issue = number === null ? null : await readIssueNow(parts, number);
  if (issue === null) return failed("gone", `There is no issue ${move.issue}.`);
  if (issue.state === "closed") return ok(null);
  const label = chooseMomentLabel(move.to, moves);
  if (label !== null) await show(parts, issue, moves, label);
  if (move.to === "started" && label !== null) await assign(parts, issue);
  await linkChange(parts, issue, move);
  return ok(await readGithubIssue(parts, issue.number));
}

async function linkChange(
  parts: GithubIssueParts,
  { number }: GithubIssue,
  { issue, change }: IssueMove,
): Promise<void> {
  if (change === null || change.url === null) return;
  const { url, title } = change;
  await commentOnce(parts, { number, key: `link:${issue}:${url}`, text: `Change: [${title}](${url})` });
}

async function show(
  parts: GithubIssueParts,
  { number, labels }: GithubIssue,
  moves: LabelMoves,
  label: string,
): Promise<void> {
  const remove = listOwnLabels(labels, moves).filter((one) => one !== label);
  await changeLabels(parts, number, { add: labels.includes(label) ? [] : [label], remove });
}

/** Where our account cannot be assigned (an App, say), nobody is. */
async function assign({ client }: GithubIssueParts, { number, assignees }: GithubIssue): Promise<void> {
  const viewer = await client.viewer();
  if (assignees.some((login) => login.toLowerCase() === viewer)) return;
  const assigned = await client.ask({
    method: "POST",
    path: `issues/${number}/assignees`,
    body: { assignees: [viewer] },
  });
  if (!assigned.ok && assigned.error.code !== "refused" && assigned.error.code !== "gone") needRemote(assigned);
}
