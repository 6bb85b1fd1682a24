/** What people do with pull requests through us. */
import type { ChangeDeed, ChangeWritten, NewReview, ThreadReply } from "../../../slots/change-desk.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { DeskDeeds } from "../../remote/forge/desk.ts";
import { isOpen, keptChanges } from "../../remote/forge/kept-change.ts";
import { nodeOf } from "../../remote/forge/talk.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { deskMark } from "../../remote/own-mark.ts";
import { replyDocument, resolveDocument, revertDocument, unresolveDocument } from "../documents.ts";
import { pullNow } from "./answer.ts";
import { parseReverted, type ReadPull } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";

export const githubDeeds = (parts: GithubParts): DeskDeeds<ReadPull> => ({
  now: (number) => pullNow(parts, number),
  review: (pull, review) => reviewOn(parts, pull, review),
  reply: (pull, reply) => replyTo(parts, pull, reply),
  setState: (pull, to) => setState(parts, pull, to),
  revert: (pull) => revert(parts, pull),
});

const events = { approved: "APPROVE", changes_requested: "REQUEST_CHANGES", commented: "COMMENT" } as const;

async function reviewOn(
  { client }: GithubParts,
  pull: ReadPull,
  { verdict, head, text = "", comments = [], key }: NewReview & ChangeDeed,
): Promise<ChangeWritten<null>> {
  const signed = deskMark(key);
  if (pull.reviews.some(({ body }) => body.includes(signed))) return ok(null);
  const lines = comments.map(({ path, line, text: words }) =>
    line === null ? { path, body: words, subject_type: "file" } : { path, line, body: words, side: "RIGHT" },
  );
  const body = {
    event: events[verdict],
    commit_id: head ?? pull.headRefOid,
    body: `${text}\n\n${signed}`.trim(),
    ...(lines.length === 0 ? {} : { comments: lines }),
  };
  const written = await client.ask({ method: "POST", path: `pulls/${pull.number}/reviews`, body, by: "person" });
  if (!written.ok && written.error.code === "refused")
    return failed("refused", `Nothing was written: ${written.error.said || written.error.message}`);
  needRemote(written);
  return ok(null);
}

async function replyTo(
  { client, references }: GithubParts,
  pull: ReadPull,
  reply: ThreadReply & ChangeDeed,
): Promise<ChangeWritten<null>> {
  const node = nodeOf(reply.thread, references.change(pull.number));
  const thread = pull.reviewThreads.find(({ id }) => id === node);
  if (thread === undefined) return failed("gone", `There is no thread ${reply.thread} that can be answered on GitHub.`);
  const signed = deskMark(reply.key);
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
  needRemote(await client.ask({ method: "PATCH", path: `pulls/${number}`, body: { state: to }, by: "person" }));
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
  const there = keptChanges(kept).find(({ doc }) => doc.snapshot.branch === branch && isOpen(doc));
  if (there !== undefined) return ok(there.doc.number);
  const made = parseReverted(await client.query(revertDocument, { pull: pull.id }));
  return made === null
    ? failed("conflict", `GitHub cannot take back ${change} by itself: it collides with what landed since.`)
    : ok(made);
}
