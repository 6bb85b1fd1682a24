import type { IssueId, ProjectId, SessionId } from "../model/ids.ts";
import { maySteer, type Author } from "../model/trust.ts";

export type IssueState = { readonly kind: "open" } | { readonly kind: "closed"; readonly as: "done" | "not_planned" };

/** What a tracker says of an issue at one moment. `version` only grows; an older snapshot is late news. */
export type IssueSnapshot = {
  readonly id: IssueId;
  readonly version: number;
  readonly title: string;
  readonly text: string;
  readonly author: Author;
  readonly labels: readonly string[];
  /** 1 is most urgent, 3 the default. */
  readonly priority: number;
  readonly blockedBy: readonly IssueId[];
  readonly state: IssueState;
  readonly createdMs: number;
  /** False: the tracker's settings (labels, an assignee, states) do not ask for it, or no longer. Absent: they do. */
  readonly isWanted?: boolean;
};

/** How far the work on an issue is, as its tracker is told. `landed` also closes it. */
export const issueMoments = ["started", "change_opened", "escalated", "stopped", "landed"] as const;
export type IssueProgress = (typeof issueMoments)[number];

export type Issue = IssueSnapshot & {
  readonly project: ProjectId;
  /** Texts of strangers that a person with access let through, word for word. */
  readonly approvedTexts: readonly string[];
  /** The session it was given to. It is not given out again by itself: what was stopped or landed stays so. */
  readonly assigned: SessionId | null;
  /** It was edited, and nobody could vouch for who wrote it: whoever is at it is told when somebody can. */
  readonly isUntold?: true;
};

/** May a session be started for it by itself? A person may always. */
export function mayStart(issue: Issue): boolean {
  return issue.state.kind === "open" && issue.assigned === null && isWantedIssue(issue) && isTrusted(issue);
}

export function isWantedIssue(issue: Pick<IssueSnapshot, "isWanted">): boolean {
  return issue.isWanted !== false;
}

export function isTrusted(issue: Issue): boolean {
  return maySteer({ author: issue.author, text: formatIssueText(issue) }, issue.approvedTexts);
}

export function formatIssueText(issue: Pick<IssueSnapshot, "title" | "text">): string {
  return issue.text === "" ? issue.title : `${issue.title}\n\n${issue.text}`;
}

/** A blocker is satisfied when it landed or was closed as done; "not planned" leaves the dependant to a person. */
export function isSatisfied(blocker: Pick<Issue, "state">): boolean {
  return blocker.state.kind === "closed" && blocker.state.as === "done";
}

/** Of a blocker that is not there: nobody can wait for it. Should it ever be shown, that counts more. */
export function createGoneIssue(id: IssueId): IssueSnapshot {
  return {
    ...{ id, version: 0, title: "", text: "", author: { kind: "self" }, labels: [], priority: 3, blockedBy: [] },
    ...{ state: { kind: "closed", as: "done" }, createdMs: 0, isWanted: false },
  };
}
