/** What people do with merge requests through us. */
import * as z from "zod";
import type {
  ChangeAction,
  ChangeWritten,
  LineComment,
  NewReview,
  ThreadReply,
} from "../../../slots/change-reviewer.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { ChangeEdits } from "../../remote/forge/changes/change-reviewer.ts";
import { parseThreadNode } from "../../remote/forge/changes/threads.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { formatPersonMark } from "../../remote/text/own-mark.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { REQUEST_CHANGES } from "../quick-actions.ts";
import { readDiscussionNow, isResolved, isAnswerWritten, reply, resolveDiscussion } from "./answer.ts";
import { discussion, type ReadDiscussion, type ReadMerge } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";
import { revert } from "./revert.ts";
import { mergeNow, removeDraftPrefix } from "./source.ts";

export const createGitlabChangeEdits = (parts: GitlabChangeParts): ChangeEdits<ReadMerge> => ({
  now: (number) => mergeNow(parts, number),
  review: async (merge, review) => (await explainRefusal(parts, merge, review)) ?? reviewOn(parts, merge, review),
  reply: (merge, words) => replyTo(parts, merge, words),
  setState: (merge, to) => setState(parts, merge, to),
  ready: (merge) => markReady(parts, merge),
  revert: (merge) => revert(parts, merge),
});

/** The verdict is given last: where it stands, all was written before. */
async function reviewOn(
  parts: GitlabChangeParts,
  merge: ReadMerge,
  { verdict, head, text = "", comments = [], key }: NewReview & ChangeAction,
): Promise<ChangeWritten<null>> {
  const path = `merge_requests/${merge.iid}`;
  const before = await parts.client.list({ path: `${path}/discussions`, by: "person" }, discussion);
  if (text !== "") {
    // An approval asks for nothing: its words are conversation.
    const where = verdict === "approved" ? `${path}/notes` : `${path}/discussions`;
    await commentOnce(parts, before, { path: where, text, signed: formatPersonMark(key), position: null });
  }
  for (const [at, comment] of comments.entries())
    await commentOn(parts, before, merge, { comment, signed: formatPersonMark(`${key}:${at}`) });
  const given = await giveVerdict(parts, merge, { verdict, head });
  if (given === null || given.ok) return ok(null);
  if (given.error.code === "refused" || given.error.code === "conflict")
    return failed("refused", `GitLab does not take the verdict: ${given.error.said || given.error.message}`);
  needRemote(given);
  return ok(null);
}

/** What the account keeps back GitLab would submit with a request for changes. Older servers do not tell. Null: there is none. */
async function explainRefusal(
  { client }: GitlabChangeParts,
  { iid, web_url: url }: ReadMerge,
  { verdict }: NewReview,
): Promise<ChangeWritten<null> | null> {
  if (verdict !== "changes_requested") return null;
  const request = { path: `merge_requests/${iid}/draft_notes`, by: "person" } as const;
  const drafts = await client.list(request, z.unknown(), { isOptional: true, pagesMax: 1 });
  if (drafts.length === 0) return null;
  return failed(
    "refused",
    `Nothing was written: the daemon's account has a review of !${iid} that it has not submitted, and GitLab would submit it with the request for changes. Submit or discard that review: ${url}`,
  );
}

/** Null: nothing has to be said. */
async function giveVerdict(
  { client }: GitlabChangeParts,
  { iid, sha }: ReadMerge,
  { verdict, head }: { readonly verdict: NewReview["verdict"]; readonly head: string | undefined },
): Promise<RemoteResult<unknown> | null> {
  if (verdict === "commented") return null;
  const path = `merge_requests/${iid}/${verdict === "approved" ? "approve" : "notes"}`;
  const body = verdict === "approved" ? { sha: head ?? sha } : { body: REQUEST_CHANGES };
  return client.ask({ method: "POST", path, body, by: "person", is401Forbidden: true });
}

type Writing = { readonly path: string; readonly text: string; readonly signed: string; readonly position: unknown };

/** Answers whether GitLab took it. */
async function commentOnce(
  { client }: GitlabChangeParts,
  before: readonly ReadDiscussion[],
  { path, text, signed, position }: Writing,
): Promise<boolean> {
  if (before.some((one) => isAnswerWritten(one, signed))) return true;
  const body = { body: `${text}\n\n${signed}`, ...(position === null ? {} : { position }) };
  const written = await client.ask({ method: "POST", path, body, by: "person" });
  if (!written.ok && written.error.code === "refused" && position !== null) return false;
  needRemote(written);
  return true;
}

type Commenting = { readonly comment: LineComment; readonly signed: string };

/** GitLab takes remarks only on lines near a change: any other names its place in words. */
async function commentOn(
  parts: GitlabChangeParts,
  before: readonly ReadDiscussion[],
  merge: ReadMerge,
  { comment: { path: file, line, text }, signed }: Commenting,
): Promise<void> {
  const path = `merge_requests/${merge.iid}/discussions`;
  const refs = merge.diff_refs ?? null;
  const at = { ...refs, position_type: line === null ? "file" : "text", new_path: file, old_path: file };
  const position = refs === null ? null : { ...at, ...(line === null ? {} : { new_line: line }) };
  if (position !== null && (await commentOnce(parts, before, { path, text, signed, position }))) return;
  const place = `${file}${line === null ? "" : `:${line}`}`;
  await commentOnce(parts, before, { path, text: `\`${place}\`: ${text}`, signed, position: null });
}

async function replyTo(
  { client, references }: GitlabChangeParts,
  { iid }: ReadMerge,
  { thread, text, resolve = false, key }: ThreadReply & ChangeAction,
): Promise<ChangeWritten<null>> {
  const node = parseThreadNode(thread, references.change(iid));
  const there = node === null ? null : await readDiscussionNow(client, iid, node);
  if (there === null) return failed("gone", `There is no thread ${thread}.`);
  const signed = formatPersonMark(key);
  if (!isAnswerWritten(there, signed)) await reply(client, iid, there.id, `${text}\n\n${signed}`, "person");
  // A person's word opens it again, unless they settle it.
  if (resolve !== isResolved(there)) await resolveDiscussion(client, iid, there.id, resolve, "person");
  return ok(null);
}

async function markReady(
  { client }: GitlabChangeParts,
  { iid, state, title }: ReadMerge,
): Promise<ChangeWritten<null>> {
  if (state !== "opened") return failed("refused", "Nothing was done: the change is not open.");
  const body = { title: removeDraftPrefix(title) };
  if (body.title !== title)
    needRemote(await client.ask({ method: "PUT", path: `merge_requests/${iid}`, body, by: "person" }));
  return ok(null);
}

async function setState(
  { client }: GitlabChangeParts,
  { iid, state }: ReadMerge,
  to: "open" | "closed",
): Promise<ChangeWritten<null>> {
  if (state === "merged") return failed("refused", "Nothing was done: the change has landed.");
  if ((state === "opened") === (to === "open")) return ok(null);
  const body = { state_event: to === "open" ? "reopen" : "close" };
  needRemote(await client.ask({ method: "PUT", path: `merge_requests/${iid}`, body, by: "person" }));
  return ok(null);
}
