/** A snapshot of an issue arrived: kept, and told to the agent at work on it if its meaning changed. */
import { formatActor, type Actor } from "../core/actor.ts";
import { giveReason, followUp, type Draft } from "../core/draft.ts";
import type { IssueFacts } from "../core/facts.ts";
import type { SessionId } from "../model/ids.ts";
import { isTrusted, formatIssueText, isWantedIssue, type Issue, type IssueSnapshot } from "./issue.ts";
import type { Observation } from "../core/observation.ts";

export function handleIssueObserved(
  draft: Draft<IssueFacts>,
  { issue: snapshot }: Extract<Observation, { kind: "issue_observed" }>,
): void {
  const before = draft.facts.issue;
  const own = { approvedTexts: before?.approvedTexts ?? [], assigned: findAssignee(draft.facts, snapshot) };
  const seen: Issue = { ...snapshot, project: draft.facts.project.id, ...own };
  const isUntold = before !== null && isEdited(before, snapshot) && !isTrusted(seen);
  const issue: Issue = isUntold ? { ...seen, isUntold } : seen;
  draft.facts = { ...draft.facts, issue };
  if (before === null) {
    giveReason(draft, describeFirst(issue));
    return;
  }
  if (isWantedIssue(before) !== isWantedIssue(issue))
    giveReason(
      draft,
      `issue ${issue.id} is ${isWantedIssue(issue) ? "wanted again" : "no longer wanted"} by the tracker's settings`,
    );
  for (const news of listDifferences(before, issue)) {
    for (const session of draft.facts.liveSessions)
      followUp(draft, { kind: "issue_changed", session, as: news, text: formatIssueText(issue) });
  }
}

function describeFirst(issue: Issue): string {
  if (issue.state.kind === "closed") return `issue ${issue.id} is closed`;
  if (!isWantedIssue(issue)) return `issue ${issue.id} is open, and the tracker's settings do not ask for it`;
  return isTrusted(issue) ? `issue ${issue.id} is open` : `issue ${issue.id} waits for a person's approval of its text`;
}

/** Somebody opened it again, and nobody is at it: whoever had it is done with it. */
function findAssignee({ issue, liveSessions }: IssueFacts, snapshot: IssueSnapshot): SessionId | null {
  const reopened = issue?.state.kind === "closed" && snapshot.state.kind === "open";
  return reopened && liveSessions.length === 0 ? null : (issue?.assigned ?? null);
}

const isEdited = (before: Issue, after: IssueSnapshot): boolean =>
  before.isUntold === true || formatIssueText(before) !== formatIssueText(after);

function listDifferences(before: Issue, after: Issue): readonly ("edited" | "closed" | "reopened")[] {
  if (before.state.kind !== after.state.kind) return [after.state.kind === "closed" ? "closed" : "reopened"];
  return isEdited(before, after) && isTrusted(after) ? ["edited"] : [];
}

export function handleIssueAssigned(draft: Draft<IssueFacts>, session: SessionId): void {
  if (draft.facts.issue !== null) draft.facts = { ...draft.facts, issue: { ...draft.facts.issue, assigned: session } };
}

/** A person let this exact text through. */
export function handleTextApproved(draft: Draft<IssueFacts>, text: string, by: Actor): void {
  const issue = draft.facts.issue;
  if (issue === null || issue.approvedTexts.includes(text)) return;
  const approved: Issue = { ...issue, approvedTexts: [...issue.approvedTexts, text] };
  const { isUntold: _told, ...told } = approved;
  draft.facts = { ...draft.facts, issue: isTrusted(approved) ? told : approved };
  giveReason(draft, `${formatActor(by)} approved the text of issue ${issue.id}`);
  // Whoever is at it began with another text, which a person gave them.
  if (isTrusted(issue) || !isTrusted(approved)) return;
  for (const session of draft.facts.liveSessions)
    followUp(draft, { kind: "issue_changed", session, as: "edited", text: formatIssueText(approved) });
}
