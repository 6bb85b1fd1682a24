/** All that was said about a pull request, for people to read. */
import { commitSha, type ChangeId } from "../../../domain/model/ids.ts";
import type { ChangeDetail, ReviewRecord, ThreadRecord } from "../../../slots/change-reviewer.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { formatThreadId } from "../../remote/forge/changes/threads.ts";
import type { GithubAuthors } from "../authors.ts";
import type { ReadPull } from "./read-pulls.ts";
import { listRemarks } from "./talk.ts";

const kinds: Readonly<Record<string, ReviewRecord["kind"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

export async function collectSaid(people: GithubAuthors, id: ChangeId, pull: ReadPull): Promise<ChangeDetail["said"]> {
  const reviews: ReviewRecord[] = [];
  for (const { state, body, submittedAt, author, commit } of pull.reviews) {
    const kind = kinds[state];
    if (kind === undefined) continue;
    const head = commitSha(commit?.oid ?? pull.headRefOid);
    const text = cleanText(body);
    const atMs = submittedAt === null ? 0 : Date.parse(submittedAt);
    reviews.push({ kind, head, atMs, author: await people.authorOf(author, body), text });
  }
  const threads: ThreadRecord[] = [];
  for (const { id: node, isResolved, path, line, originalLine, comments } of pull.reviewThreads) {
    if (comments.length === 0) continue;
    const place = { path, line: line ?? originalLine };
    const madeOn = comments[0]?.originalCommit?.oid ?? pull.headRefOid;
    const thread = { id: formatThreadId(id, node), isOpen: !isResolved, head: commitSha(madeOn) };
    threads.push({ ...thread, ...place, lineAtHead: originalLine, remarks: await listRemarks(people, comments) });
  }
  return { reviews, threads };
}
