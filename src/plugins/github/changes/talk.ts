/** Reviews and threads of a pull request as the core wants them. */
import type { Review, Thread } from "../../../domain/change/change.ts";
import { commitSha, type ChangeId } from "../../../domain/model/ids.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { formatAnsweredMark, listSaid, formatThreadId, type ThreadRemark } from "../../remote/forge/changes/threads.ts";
import type { GithubAuthors } from "../authors.ts";
import type { ReadRemark } from "./parse-change.ts";
import { isOwnText, type ReadPull } from "./read-pulls.ts";

export async function listGithubReviews(people: GithubAuthors, { reviews }: ReadPull): Promise<readonly Review[]> {
  const counted: Review[] = [];
  for (const { state, commit, author } of reviews) {
    const kind = state === "APPROVED" ? "approved" : state === "CHANGES_REQUESTED" ? "changes_requested" : null;
    if (kind === null || commit === null) continue;
    // A verdict is the account's own: a bot's counts as a bot's, whoever had it given.
    counted.push({ by: await people.authorOf(author, ""), kind, head: commitSha(commit.oid) });
  }
  return counted;
}

export async function listThreads(people: GithubAuthors, id: ChangeId, pull: ReadPull): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  for (const { id: node, isResolved, path, line, originalLine, comments } of pull.reviewThreads) {
    if (comments.length === 0) continue;
    const at = line ?? originalLine;
    const place = `${path}${at === null ? "" : `:${at}`}`;
    const said = listSaid(formatThreadId(id, node), await listRemarks(people, comments));
    threads.push(...said.map((one) => ({ ...one, place, open: !isResolved })));
  }
  return [...(await listOwnTexts(people, id, pull)), ...threads];
}

export async function listRemarks(
  people: GithubAuthors,
  comments: readonly ReadRemark[],
): Promise<readonly ThreadRemark[]> {
  const remarks: ThreadRemark[] = [];
  for (const { body, author, createdAt } of comments)
    remarks.push({ author: await people.authorOf(author, body), text: cleanText(body), atMs: Date.parse(createdAt) });
  return remarks;
}

async function listOwnTexts(people: GithubAuthors, id: ChangeId, pull: ReadPull): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  for (const review of pull.reviews) {
    const text = cleanText(review.body);
    if (text === "" || !isOwnText(review)) continue;
    const thread = formatThreadId(id, review.id);
    const author = await people.authorOf(review.author, review.body);
    const isAnswered = await hasOurs(people, pull.comments, formatAnsweredMark(thread));
    threads.push({ id: thread, author, text, place: null, open: !isAnswered });
  }
  return threads;
}

async function hasOurs(people: GithubAuthors, remarks: readonly ReadRemark[], wanted: string): Promise<boolean> {
  for (const { body, author } of remarks)
    if (body.includes(wanted) && (await people.authorOf(author, body)).kind === "self") return true;
  return false;
}
