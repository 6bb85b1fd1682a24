/** Reviews and threads as the core wants them. */
import type { Review, Thread } from "../../../domain/change.ts";
import { commitSha, threadId, type ChangeId, type ThreadId } from "../../../domain/ids.ts";
import type { Author } from "../../../domain/trust.ts";
import { mark } from "../../remote/own-mark.ts";
import type { People } from "../people.ts";
import { cleanText } from "../../remote/clean-text.ts";
import type { ReadPull, ReadRemark } from "./parse-change.ts";

export async function reviewsOf(people: People, { reviews }: ReadPull): Promise<readonly Review[]> {
  const counted: Review[] = [];
  for (const { state, commit, author, body } of reviews) {
    const kind = state === "APPROVED" ? "approved" : state === "CHANGES_REQUESTED" ? "changes_requested" : null;
    if (kind === null || commit === null) continue;
    counted.push({ by: await people.authorOf(author, body), kind, head: commitSha(commit.oid) });
  }
  return counted;
}

export const threadOf = (change: ChangeId, node: string): ThreadId => threadId(`${change}.${node}`);
export const nodeOf = (thread: ThreadId, change: ChangeId): string | null =>
  thread.startsWith(`${change}.`) ? thread.slice(change.length + 1) : null;

/** Under a comment of ours: that review's own text, which GitHub cannot resolve, has been answered. */
export const answeredMark = (thread: ThreadId): string => mark(`answered:${thread}`);

export async function threadsOf(people: People, id: ChangeId, pull: ReadPull): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  for (const { id: node, isResolved, path, line, originalLine, comments } of pull.reviewThreads) {
    const at = line ?? originalLine;
    const place = `${path}${at === null ? "" : `:${at}`}`;
    threads.push({ id: threadOf(id, node), ...(await saidIn(people, comments)), place, open: !isResolved });
  }
  return [...(await ownTexts(people, id, pull)), ...threads];
}

/** A review's own text counts as a thread, unless it approves. */
async function ownTexts(people: People, id: ChangeId, pull: ReadPull): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  for (const review of pull.reviews) {
    const text = cleanText(review.body);
    if (text === "" || !["CHANGES_REQUESTED", "COMMENTED"].includes(review.state)) continue;
    const thread = threadOf(id, review.id);
    const author = await people.authorOf(review.author, review.body);
    const isAnswered = await hasOurs(people, pull.comments, answeredMark(thread));
    threads.push({ id: thread, author, text, place: null, open: !isAnswered });
  }
  return threads;
}

async function hasOurs(people: People, remarks: readonly ReadRemark[], wanted: string): Promise<boolean> {
  for (const { body, author } of remarks)
    if (body.includes(wanted) && (await people.authorOf(author, body)).kind === "self") return true;
  return false;
}

/**
 * Only what others said: the text is told to agents, and their own answers must not come back to them. Of those who joined
 * in, only they whose word counts anywhere: a stranger's reply does not ride along in a reviewer's thread.
 */
async function saidIn(people: People, remarks: readonly ReadRemark[]): Promise<Pick<Thread, "author" | "text">> {
  const [first, ...others] = remarks;
  if (first === undefined) return { author: { kind: "self" }, text: "" };
  const author = await people.authorOf(first.author, first.body);
  const said = [cleanText(first.body)];
  for (const remark of others) {
    const by = await people.authorOf(remark.author, remark.body);
    if (by.kind === "self") continue;
    if (nameOf(by) === nameOf(author)) said.push(cleanText(remark.body));
    else if (counts(by)) said.push(`${nameOf(by)}: ${cleanText(remark.body)}`);
  }
  return { author, text: said.filter((text) => text !== "").join("\n\n") };
}

const nameOf = (author: Author): string => (author.kind === "self" ? "" : author.name);

const counts = (author: Author): boolean =>
  author.kind === "bot" ? author.listed : author.kind === "person" && author.canWrite.known && author.canWrite.value;
