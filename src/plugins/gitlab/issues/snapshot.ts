/** An issue of GitLab as the core knows it. */
import type { IssueSnapshot, IssueState } from "../../../domain/issue.ts";
import { cleanText } from "../../remote/clean-text.ts";
import { priorityOf } from "../../remote/issue-labels.ts";
import type { IssueKeys } from "../../remote/issue-keys.ts";
import type { Gitlab } from "../gitlab.ts";
import type { GitlabIssue, GitlabLink } from "../parse-gitlab.ts";
import type { People } from "../people.ts";

export type GitlabParts = { readonly gitlab: Gitlab; readonly people: People; readonly references: IssueKeys };

export const snapshotOf = async (parts: GitlabParts, issue: GitlabIssue): Promise<IssueSnapshot> =>
  (await readIssue(parts, issue)).snapshot;

/** `isSure`: GitLab answered whatever was asked about it. */
export async function readIssue(
  { gitlab, people, references }: GitlabParts,
  issue: GitlabIssue,
): Promise<{ readonly snapshot: IssueSnapshot; readonly isSure: boolean }> {
  const read = await gitlab.links(issue.iid);
  // Where links are not part of the licence nothing blocks anything.
  const links = read.ok ? read.value : [];
  const text = issue.description ?? "";
  const author = await people.authorOf(issue.author, text);
  const isKnown = author.kind !== "person" || author.canWrite.known;
  const areThere = read.ok || read.error.code === "gone" || read.error.code === "refused";
  const snapshot: IssueSnapshot = {
    id: references.id(String(issue.iid)),
    version: Math.max(...[issue.updated_at, ...links.flatMap((link) => link.link_updated_at ?? [])].map(Date.parse)),
    title: cleanText(issue.title),
    text: cleanText(text),
    author,
    labels: issue.labels,
    priority: priorityOf(issue.labels),
    blockedBy: links.filter((link) => isBlocker(link, issue)).map(({ iid }) => references.id(String(iid))),
    state: stateOf(issue),
    createdMs: Date.parse(issue.created_at),
  };
  return { snapshot, isSure: isKnown && areThere };
}

export const isBlocker = ({ link_type: type, project_id: project }: GitlabLink, issue: GitlabIssue): boolean =>
  type === "is_blocked_by" && project === issue.project_id;

/** GitLab does not say why an issue was closed: a label does, or that it was moved. */
export const NOT_PLANNED = "not planned";

export function stateOf({ state, labels, moved_to_id: movedTo }: GitlabIssue): IssueState {
  if (state !== "closed") return { kind: "open" };
  const isOff = labels.some((label) => /^(not[ -]planned|won'?t[ -]?fix|duplicate|invalid)$/i.test(label));
  const isMoved = movedTo !== null && movedTo !== undefined;
  return { kind: "closed", as: isOff || isMoved ? "not_planned" : "done" };
}
