/** All that was said about a change, for people to read. */
import { commitSha, type ChangeId } from "../../../domain/ids.ts";
import type { ChangeDetail, SaidReview, SaidThread } from "../../../slots/change-desk.ts";
import { cleanText } from "../../remote/clean-text.ts";
import type { People } from "../people.ts";
import type { ReadPull, ReadRemark } from "./parse-change.ts";
import { threadOf } from "./talk.ts";

export type Said = ChangeDetail["said"];

const kinds: Readonly<Record<string, SaidReview["kind"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

export async function saidAbout(people: People, id: ChangeId, pull: ReadPull): Promise<Said> {
  const reviews: SaidReview[] = [];
  for (const { state, body, submittedAt, author, commit } of pull.reviews) {
    const kind = kinds[state];
    if (kind === undefined) continue;
    const head = commitSha(commit?.oid ?? pull.headRefOid);
    const text = cleanText(body);
    reviews.push({ kind, head, atMs: timeOf(submittedAt), author: await people.authorOf(author, body), text });
  }
  const threads: SaidThread[] = [];
  for (const { id: node, isResolved, path, line, originalLine, comments } of pull.reviewThreads) {
    const place = { path, line: line ?? originalLine };
    const thread = { id: threadOf(id, node), isOpen: !isResolved, head: commitSha(pull.headRefOid) };
    threads.push({ ...thread, ...place, remarks: await remarksOf(people, comments) });
  }
  return { reviews, threads };
}

async function remarksOf(people: People, comments: readonly ReadRemark[]): Promise<SaidThread["remarks"]> {
  const remarks: SaidThread["remarks"][number][] = [];
  for (const { body, author, createdAt } of comments)
    remarks.push({ author: await people.authorOf(author, body), text: cleanText(body), atMs: timeOf(createdAt) });
  return remarks;
}

const timeOf = (at: string | null): number => (at === null ? 0 : Date.parse(at));
