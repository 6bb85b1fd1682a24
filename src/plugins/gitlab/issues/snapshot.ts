/** An issue of GitLab as the core knows it. */
import type { IssueSnapshot, IssueState } from "../../../domain/issue/issue.ts";
import { unknown } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { isTrustedAuthor } from "../../remote/trusted-author.ts";
import type { GrowingVersions } from "../../remote/polling/growing-versions.ts";
import { parsePriority } from "../../remote/issue-labels.ts";
import type { IssueKeys } from "../../remote/issue-keys.ts";
import type { Gitlab } from "../gitlab.ts";
import type { GitlabIssue, GitlabLink } from "../parse-gitlab.ts";
import type { GitlabAuthors } from "../authors.ts";
import { unescapeLines } from "../quick-actions.ts";
import type { Editors } from "./editors.ts";

export type GitlabParts = {
  readonly gitlab: Gitlab;
  readonly people: GitlabAuthors;
  readonly editors: Editors;
  readonly references: IssueKeys;
  readonly versions: GrowingVersions;
};

export const toGitlabSnapshot = async (parts: GitlabParts, issue: GitlabIssue): Promise<IssueSnapshot> =>
  (await readGitlabIssue(parts, issue)).snapshot;

/** `isSure`: GitLab answered whatever was asked about it. */
export async function readGitlabIssue(
  parts: GitlabParts,
  issue: GitlabIssue,
): Promise<{ readonly snapshot: IssueSnapshot; readonly isSure: boolean }> {
  const { gitlab, references, versions } = parts;
  const read = await gitlab.links(issue.iid);
  // Where links are not part of the licence nothing blocks anything.
  const links = read.ok ? read.value : [];
  const text = issue.description ?? "";
  const author = await findAuthor(parts, issue);
  const isKnown = author.kind !== "person" || author.canWrite.known;
  const areThere = read.ok || read.error.code === "gone" || read.error.code === "refused";
  const seen = {
    id: references.id(String(issue.iid)),
    title: cleanText(issue.title),
    text: unescapeLines(cleanText(text)),
    author,
    labels: issue.labels,
    priority: parsePriority(issue.labels),
    blockedBy: links.filter((link) => isBlocker(link, issue)).map(({ iid }) => references.id(String(iid))),
    state: toGitlabIssueState(issue),
    createdMs: Date.parse(issue.created_at),
  };
  return { snapshot: versions(seen, Date.parse(issue.updated_at)), isSure: isKnown && areThere };
}

/** Of all who had a hand in it, the first whose word does not count; else who wrote it. */
async function findAuthor({ people, editors }: GitlabParts, issue: GitlabIssue): Promise<Author> {
  const author = await people.authorOf(issue.author, issue.description ?? "");
  if (!isTrustedAuthor(author)) return author;
  const edited = await editors(issue);
  if (!edited.ok) return { kind: "person", name: issue.author.username, canWrite: unknown(edited.error.message) };
  for (const user of edited.value) {
    const editor = await people.editorOf(user);
    if (!isTrustedAuthor(editor)) return editor;
  }
  return author;
}

export const isBlocker = ({ link_type: type, project_id: project }: GitlabLink, issue: GitlabIssue): boolean =>
  type === "is_blocked_by" && project === issue.project_id;

/** GitLab does not say why an issue was closed: a label does, or that it was moved. */
export const NOT_PLANNED = "not planned";

export function toGitlabIssueState({ state, labels, moved_to_id: movedTo }: GitlabIssue): IssueState {
  if (state !== "closed") return { kind: "open" };
  const isOff = labels.some((label) => /^(not[ -]planned|won'?t[ -]?fix|duplicate|invalid)$/i.test(label));
  const isMoved = movedTo !== null && movedTo !== undefined;
  return { kind: "closed", as: isOff || isMoved ? "not_planned" : "done" };
}
