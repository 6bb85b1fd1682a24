/** Answers a review thread as ours, once for each key, and resolves it when asked to. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ThreadAnswer } from "../../remote/forge/scm.ts";
import { formatAnsweredMark, parseThreadNode } from "../../remote/forge/changes/threads.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { createBegunIn, writeOnce } from "../../remote/forge/writing.ts";
import { mark } from "../../remote/text/own-mark.ts";
import { replyDocument, resolveDocument } from "../documents.ts";
import type { GithubParts } from "./parts.ts";
import { readPulls, type ReadPull } from "./read-pulls.ts";

/** Answers the number of its pull request. */
export async function answerGithubThread(
  parts: GithubParts,
  answer: ThreadAnswer,
): Promise<SlotResult<number, "gone">> {
  const number = parts.references.numberOf(answer.change);
  const node = parseThreadNode(answer.thread, answer.change);
  const pull = number === null ? null : await readPullNow(parts, number);
  if (pull === null || node === null) return failed("gone", `There is no thread ${answer.thread}.`);
  const thread = pull.reviewThreads.find(({ id }) => id === node);
  // What the account writes now would be part of that review, and nobody would see it.
  if (thread !== undefined && pull.hasDraftReview) return failed("unavailable", draftSentence(pull));
  if (thread !== undefined) await answerInThread(parts, answer, thread);
  else if (pull.reviews.some(({ id }) => id === node)) await answerUnderReview(parts, answer, pull, node);
  else return failed("gone", `There is no thread ${answer.thread}.`);
  return ok(pull.number);
}

export const draftSentence = ({ number, url }: Pick<ReadPull, "number" | "url">): string =>
  `Nothing was written: the daemon's account has a review of #${number} that it has not submitted, and GitHub would hide the answer in it. Submit or discard that review: ${url}/files`;

/** Null: there is none of that number. */
export async function readPullNow(parts: GithubParts, number: number): Promise<ReadPull | null> {
  return (await readPulls(parts, [number])).pulls.get(number) ?? null;
}

async function answerInThread(
  { client, kept }: GithubParts,
  { text, resolve, key }: ThreadAnswer,
  { id, isResolved, comments }: ReadPull["reviewThreads"][number],
): Promise<void> {
  const isAnswered = comments.some(({ body }) => body.includes(mark(key)));
  const reply = { thread: id, body: `${text}\n\n${mark(key)}` };
  if (!isAnswered) await writeOnce(createBegunIn(kept), key, () => client.query(replyDocument, reply));
  if (resolve && !isResolved) await client.query(resolveDocument, { thread: id });
}

/** GitHub has no place under a review's own text: the answer is a comment that quotes it. */
async function answerUnderReview(
  { client, kept }: GithubParts,
  { thread, text, resolve, key }: ThreadAnswer,
  { number, comments, reviews }: ReadPull,
  node: string,
): Promise<void> {
  if (comments.some(({ body }) => body.includes(mark(key)))) return;
  const [quoted = ""] = (reviews.find(({ id }) => id === node)?.body ?? "").trim().split("\n");
  const marks = resolve ? `${mark(key)}\n${formatAnsweredMark(thread)}` : mark(key);
  const body = { body: `> ${quoted}\n\n${text}\n\n${marks}` };
  const path = `issues/${number}/comments`;
  await writeOnce(createBegunIn(kept), key, async () => needRemote(await client.ask({ method: "POST", path, body })));
}
