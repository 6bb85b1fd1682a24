/** Shows on the issue how far the work is: one label of ours at a time, our account as assignee, a link to the change. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { IssueMove } from "../../../slots/tracker.ts";
import { labelFor, oursAmong, type LabelMoves } from "../../remote/issue-labels.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { changeLabels } from "./labels.ts";
import type { ReadIssue } from "./parse-issue.ts";
import { once } from "./once.ts";
import { issueNow, readIssue, type IssueParts } from "./read-issues.ts";

export async function moveIssue(
  parts: IssueParts,
  moves: LabelMoves,
  move: IssueMove,
): Promise<SlotResult<IssueSnapshot | null, "gone">> {
  const number = parts.references.numberOf(move.issue);
  const issue = number === null ? null : await issueNow(parts, number);
  if (issue === null) return failed("gone", `There is no issue ${move.issue}.`);
  if (issue.state === "closed") return ok(null);
  const label = labelFor(move.to, moves);
  if (label !== null) await show(parts, issue, moves, label);
  if (move.to === "started" && label !== null) await assign(parts, issue);
  await link(parts, issue, move);
  return ok(await readIssue(parts, issue.number));
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
