/**
 * Who approved, and who asks for changes. GitLab keeps no commit with either: it is the head of the moment at which it was
 * said, by GitLab's own list of what was pushed when.
 */
import type { Review } from "../../../domain/change/change.ts";
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import { findJudgedHead } from "../../remote/forge/changes/forwarded.ts";
import type { ReviewRecord } from "../../../slots/change-reviewer.ts";
import type { GitlabAuthors } from "../authors.ts";
import type { GitlabUser } from "../parse-gitlab.ts";
import {
  approvals,
  reviewer,
  version,
  type ReadDiscussion,
  type ReadMerge,
  type ReadNote,
  type ReadVersion,
} from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";

type Word = { readonly by: GitlabUser; readonly kind: Review["kind"]; readonly at: string | null };

export type ReviewWords = { readonly words: readonly Word[]; readonly versions: readonly ReadVersion[] };

/** Asked only for what can be there. */
export async function readWordsOn({ client, kept }: GitlabChangeParts, merge: ReadMerge): Promise<ReviewWords> {
  const path = `merge_requests/${merge.iid}`;
  const { approved_by: approved } = await client.read({ path: `${path}/approvals` }, approvals);
  const isAsked = (merge.reviewers ?? []).length > 0;
  const reviewers = isAsked ? await client.list({ path: `${path}/reviewers` }, reviewer, { isOptional: true }) : [];
  const words = [
    ...approved.map(({ user, approved_at: at }): Word => ({ by: user, kind: "approved", at: at ?? null })),
    ...reviewers
      .filter(({ state }) => state === "requested_changes")
      .map(({ user }): Word => ({ by: user, kind: "changes_requested", at: null })),
  ];
  const pushed = words.length === 0 ? [] : await client.list({ path: `${path}/versions` }, version);
  const versions = pushed.map((one) => ({
    ...one,
    head_commit_sha: findJudgedHead(kept, merge.source_branch, commitSha(one.head_commit_sha)),
  }));
  return { words, versions };
}

export async function listGitlabReviews(
  people: GitlabAuthors,
  { words, versions }: ReviewWords,
  discussions: readonly ReadDiscussion[],
): Promise<readonly Review[]> {
  const reviews: Review[] = [];
  for (const { by, kind, at } of words) {
    const noted = listNotes(discussions, kind).findLast(({ author }) => author.id === by.id)?.created_at ?? null;
    const head = findHeadAt(versions, at ?? noted);
    if (head !== null) reviews.push({ by: await people.authorOf(by, ""), kind, head });
  }
  return reviews;
}

/** Where nobody tells when it was said, it is about what was pushed first: an approval counts on nothing newer. */
function findHeadAt(versions: readonly ReadVersion[], at: string | null): CommitSha | null {
  const sorted = versions.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const seen = at === null ? undefined : sorted.findLast((one) => Date.parse(one.created_at) <= Date.parse(at));
  const found = seen ?? sorted[0];
  return found === undefined ? null : commitSha(found.head_commit_sha);
}

const SAYINGS: readonly (readonly [RegExp, ReviewRecord["kind"]])[] = [
  [/^approved this merge request/, "approved"],
  [/^unapproved this merge request/, "dismissed"],
  [/^requested changes/, "changes_requested"],
  [/^left review comments/, "commented"],
];

const classifyReview = ({ system, body }: ReadNote): ReviewRecord["kind"] | null =>
  system ? (SAYINGS.find(([form]) => form.test(body))?.[1] ?? null) : null;

const listNotes = (discussions: readonly ReadDiscussion[], kind: ReviewRecord["kind"]): readonly ReadNote[] =>
  discussions.flatMap(({ notes }) => notes.filter((note) => classifyReview(note) === kind));

export const listReviewRequests = (discussions: readonly ReadDiscussion[]): readonly ReadNote[] =>
  listNotes(discussions, "changes_requested");

/** For people to read: what GitLab noted down of reviews. */
export async function listSaidReviews(
  people: GitlabAuthors,
  head: CommitSha,
  { versions }: ReviewWords,
  discussions: readonly ReadDiscussion[],
): Promise<readonly ReviewRecord[]> {
  const said: ReviewRecord[] = [];
  for (const note of discussions.flatMap(({ notes }) => notes)) {
    const kind = classifyReview(note);
    if (kind === null) continue;
    const at = { head: findHeadAt(versions, note.created_at) ?? head, atMs: Date.parse(note.created_at) };
    said.push({ kind, ...at, author: await people.authorOf(note.author, ""), text: "" });
  }
  return said;
}
