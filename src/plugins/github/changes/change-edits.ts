/** What people do with pull requests through us. */
import type { ChangeAction, ChangeWritten, NewReview, ThreadReply } from "../../../slots/change-reviewer.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ChangeEdits } from "../../remote/forge/changes/change-reviewer.ts";
import { isOpenKeptChange, listKeptChanges } from "../../remote/forge/changes/kept-change.ts";
import { parseThreadNode } from "../../remote/forge/changes/threads.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { formatPersonMark } from "../../remote/text/own-mark.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { normalizeLogin } from "../logins.ts";
import { readyDocument, replyDocument, resolveDocument, revertDocument, unresolveDocument } from "../documents.ts";
import { draftSentence, readPullNow } from "./answer.ts";
import { parseReverted } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";
import type { ReadPull } from "./read-pulls.ts";

export const createGithubChangeEdits = (parts: GithubParts): ChangeEdits<ReadPull> => ({
  now: (number) => readPullNow(parts, number),
  review: (pull, review) => reviewOn(parts, pull, review),
  reply: (pull, reply) => replyTo(parts, pull, reply),
  setState: (pull, to) => setState(parts, pull, to),
  ready: (pull) => markReady(parts, pull),
  revert: (pull) => revert(parts, pull),
});

const events = { approved: "APPROVE", changes_requested: "REQUEST_CHANGES", commented: "COMMENT" } as const;

async function reviewOn(
  parts: GithubParts,
  pull: ReadPull,
  review: NewReview & ChangeAction,
): Promise<ChangeWritten<null>> {
  const { verdict, head, text = "", comments = [], key } = review;
  const signed = formatPersonMark(key);
  if (pull.reviews.some(({ body }) => body.includes(signed))) return ok(null);
  const isOwn = verdict !== "commented" && (await isOurs(parts, pull));
  const refused = isOwn ? explainNotOwn(parts, pull, review) : null;
  if (refused !== null) return failed("refused", `Nothing was written: ${refused}.`);
  const commit = head ?? pull.headRefOid;
  const remarks = comments.map((one, at) => ({ ...one, signed: formatPersonMark(`${key}:${at}`) }));
  const onLines = remarks.flatMap(({ path, line, text: words, signed: own }) =>
    line === null ? [] : [{ path, line, body: `${words}\n\n${own}`, side: "RIGHT" }],
  );
  for (const remark of remarks.filter(({ line }) => line === null)) {
    const written = await commentOnFile(parts, pull, { ...remark, commit });
    if (!written.ok) return written;
  }
  const body = {
    event: isOwn ? "COMMENT" : events[verdict],
    commit_id: commit,
    body: `${text}\n\n${signed}`.trim(),
    ...(onLines.length === 0 ? {} : { comments: onLines }),
  };
  return toWritten(await parts.client.ask({ method: "POST", path: `pulls/${pull.number}/reviews`, body }));
}

async function isOurs({ client }: GithubParts, { author }: ReadPull): Promise<boolean> {
  return author !== null && normalizeLogin(author.login) === (await client.viewer());
}

/** GitHub takes no verdict from whoever opened it. Words that ask for changes are told to the agent as a remark all the same. */
function explainNotOwn(
  { client }: GithubParts,
  { number }: ReadPull,
  { verdict, text = "", comments = [] }: NewReview,
): string | null {
  const page = `${client.place.webUrl}/pull/${number}`;
  if (verdict === "approved")
    return `GitHub lets nobody approve what they opened, and the daemon's account opened #${number}. Another account can: ${page}`;
  return text === "" && comments.length === 0
    ? `GitHub takes no bare verdict from the account that opened #${number}. Say what is to change: \`ao review ${number} --request-changes -m TEXT\``
    : null;
}

type OnFile = { readonly path: string; readonly commit: string; readonly text: string; readonly signed: string };

/** A review takes remarks on lines only: one on a whole file is written before it. */
async function commentOnFile(
  { client }: GithubParts,
  { number, reviewThreads }: ReadPull,
  { path: file, commit, text, signed }: OnFile,
): Promise<ChangeWritten<null>> {
  if (reviewThreads.some(({ comments }) => comments.some(({ body }) => body.includes(signed)))) return ok(null);
  const body = { path: file, commit_id: commit, subject_type: "file", body: `${text}\n\n${signed}` };
  return toWritten(await client.ask({ method: "POST", path: `pulls/${number}/comments`, body }));
}

function toWritten(written: RemoteResult<unknown>): ChangeWritten<null> {
  if (!written.ok && written.error.code === "refused")
    return failed("refused", `Nothing was written: ${written.error.said || written.error.message}`);
  needRemote(written);
  return ok(null);
}

async function replyTo(
  { client, references }: GithubParts,
  pull: ReadPull,
  reply: ThreadReply & ChangeAction,
): Promise<ChangeWritten<null>> {
  const node = parseThreadNode(reply.thread, references.change(pull.number));
  const thread = pull.reviewThreads.find(({ id }) => id === node);
  if (thread === undefined) return failed("gone", `There is no thread ${reply.thread} that can be answered on GitHub.`);
  if (pull.hasDraftReview) return failed("refused", draftSentence(pull));
  const signed = formatPersonMark(reply.key);
  const isWritten = thread.comments.some(({ body }) => body.includes(signed));
  if (!isWritten) await client.query(replyDocument, { thread: thread.id, body: `${reply.text}\n\n${signed}` });
  // A person's word opens it again, unless they settle it.
  const wanted = reply.resolve ?? false;
  if (wanted !== thread.isResolved)
    await client.query(wanted ? resolveDocument : unresolveDocument, { thread: thread.id });
  return ok(null);
}

async function setState(
  { client }: GithubParts,
  { number, state }: ReadPull,
  to: "open" | "closed",
): Promise<ChangeWritten<null>> {
  if (state === "MERGED") return failed("refused", "Nothing was done: the change has landed.");
  needRemote(await client.ask({ method: "PATCH", path: `pulls/${number}`, body: { state: to } }));
  return ok(null);
}

async function markReady({ client }: GithubParts, { id, state, isDraft }: ReadPull): Promise<ChangeWritten<null>> {
  if (state !== "OPEN") return failed("refused", "Nothing was done: the change is not open.");
  if (isDraft) await client.query(readyDocument, { pull: id });
  return ok(null);
}

/** GitHub proposes the inverse itself, on a branch of its own naming. */
async function revert(
  { client, kept, references }: GithubParts,
  pull: ReadPull,
): Promise<SlotResult<number, "conflict">> {
  const change = references.change(pull.number);
  if (pull.state !== "MERGED") return failed("refused", `Nothing was proposed: ${change} has not landed.`);
  const branch = `revert-${pull.number}-${pull.headRefName}`;
  const there = listKeptChanges(kept).find(
    ({ doc }) => doc.snapshot.branch === branch && doc.snapshot.isFromFork !== true && isOpenKeptChange(doc),
  );
  if (there !== undefined) return ok(there.doc.number);
  const made = parseReverted(await client.query(revertDocument, { pull: pull.id }));
  return made === null
    ? failed("conflict", `GitHub cannot take back ${change} by itself: it collides with what landed since.`)
    : ok(made);
}
