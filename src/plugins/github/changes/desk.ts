/** What people do with changes through us: in the name of the token's account. They are shown as they were last read. */
import type { ChangeId } from "../../../domain/ids.ts";
import type { ChangeDeed, ChangeDesk, ChangeDetail, ChangeWritten, NewReview } from "../../../slots/change-desk.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { filesBetween, patchOf } from "../../shared/git/diff.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { replyDocument, resolveDocument, revertDocument, unresolveDocument } from "../documents.ts";
import type { Kept } from "../kept-file.ts";
import { deskMark } from "../../remote/own-mark.ts";
import { answering, needRemote } from "../trouble.ts";
import { pullNow } from "./answer.ts";
import { taskIn } from "./description.ts";
import { isOpen, keptChange, keptChanges, publishedBranch, snapshotOf, type KeptChange } from "./kept-change.ts";
import { parseReverted, type ReadPull } from "./parse-change.ts";
import type { ChangeParts } from "./parts.ts";
import { readDetails } from "./read-changes.ts";
import { nodeOf } from "./talk.ts";

export type DeskParts = ChangeParts & { readonly ground: () => Promise<Ground>; readonly inTurn: Serial };

const gone = (change: string) =>
  failed("gone", `There is no change ${change}. \`ao change list\` shows those there are.`);

export function githubChangeDesk(parts: DeskParts): ChangeDesk {
  const { kept, references } = parts;
  /** Reads it where it is not known yet. */
  const find = async (change: string): Promise<Kept<KeptChange> | null> => {
    const number = references.numberOf(change);
    if (number === null) return null;
    const known = keptChange(kept, references.change(number));
    if (known === null) await parts.inTurn(async () => readDetails(parts, await parts.ground(), [number]));
    return known ?? keptChange(kept, references.change(number));
  };
  const acting = <T>(change: string, work: (pull: ReadPull) => Promise<ChangeWritten<T>>): Promise<ChangeWritten<T>> =>
    parts.inTurn(() => answering(async () => actOn(parts, change, work)));
  return {
    list: async ({ all }) => {
      const changes = keptChanges(kept).filter(({ doc }) => all || isOpen(doc));
      return ok(changes.map((one) => detailOf(parts, one)).toSorted((one, other) => one.createdMs - other.createdMs));
    },
    show: (change) =>
      answering(async () => {
        const found = await find(change);
        return found === null ? gone(change) : ok(detailOf(parts, found));
      }),
    files: (change, { since }) =>
      answering(async () => {
        const found = await find(change);
        if (found === null) return gone(change);
        const { merge, snapshot, heads } = found.doc;
        const from = heads.find(({ n }) => n === since)?.commit ?? merge.mergeBase;
        return ok(await filesBetween(await parts.ground(), { from, to: snapshot.head.commit }));
      }),
    patch: (request) => answering(async () => ok(await patchOf(await parts.ground(), request))),
    review: (review) => acting(review.change, (pull) => reviewOn(parts, pull, review)),
    reply: (reply) => {
      const change = reply.thread.slice(0, reply.thread.lastIndexOf("."));
      return acting(change, async (pull) => {
        const node = nodeOf(reply.thread, references.change(pull.number));
        const thread = pull.reviewThreads.find(({ id }) => id === node);
        if (thread === undefined)
          return failed("gone", `There is no thread ${reply.thread} that can be answered on GitHub.`);
        const signed = deskMark(reply.key);
        const isWritten = thread.comments.some(({ body }) => body.includes(signed));
        if (!isWritten)
          await parts.client.query(replyDocument, { thread: thread.id, body: `${reply.text}\n\n${signed}` });
        // A person's word opens it again, unless they settle it.
        const wanted = reply.resolve ?? false;
        if (wanted !== thread.isResolved)
          await parts.client.query(wanted ? resolveDocument : unresolveDocument, { thread: thread.id });
        return ok(null);
      });
    },
    close: (change, deed) => acting(change, (pull) => setState(parts, pull, "closed", deed)),
    reopen: (change, deed) => acting(change, (pull) => setState(parts, pull, "open", deed)),
    revert: (change) => parts.inTurn(() => answering(async () => revert(parts, change))),
  };
}

function detailOf({ kept }: DeskParts, one: Kept<KeptChange>): ChangeDetail {
  const { body, author, createdMs, updatedAt, heads, said, snapshot } = one.doc;
  const session = publishedBranch(kept, snapshot.branch)?.session ?? null;
  return {
    ...snapshotOf(one),
    session,
    body: taskIn(body),
    author,
    createdMs,
    changedMs: Date.parse(updatedAt),
    heads,
    said,
  };
}

async function actOn<T>(
  parts: DeskParts,
  change: string,
  work: (pull: ReadPull) => Promise<ChangeWritten<T>>,
): Promise<ChangeWritten<T>> {
  const number = parts.references.numberOf(change);
  const pull = number === null ? null : await pullNow(parts, number);
  if (number === null || pull === null) return gone(change);
  const done = await work(pull);
  await readDetails(parts, await parts.ground(), [number]);
  return done;
}

const events = { approved: "APPROVE", changes_requested: "REQUEST_CHANGES", commented: "COMMENT" } as const;

async function reviewOn(
  { client }: DeskParts,
  pull: ReadPull,
  review: NewReview & ChangeDeed,
): Promise<ChangeWritten<null>> {
  const { verdict, head, text = "", comments = [], by, key } = review;
  if (by.kind === "self") return failed("refused", "Nothing was written: an agent does not review its own work.");
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

async function setState(
  { client }: DeskParts,
  { number, state }: ReadPull,
  to: "open" | "closed",
  _deed: ChangeDeed,
): Promise<ChangeWritten<null>> {
  if (state === "MERGED") return failed("refused", "Nothing was done: the change has landed.");
  needRemote(await client.ask({ method: "PATCH", path: `pulls/${number}`, body: { state: to }, by: "person" }));
  return ok(null);
}

/** GitHub proposes the inverse itself, on a branch of its own naming. */
async function revert(parts: DeskParts, change: string): Promise<SlotResult<ChangeId, "gone" | "conflict">> {
  const number = parts.references.numberOf(change);
  const pull = number === null ? null : await pullNow(parts, number);
  if (pull === null) return gone(change);
  if (pull.state !== "MERGED") return failed("refused", `Nothing was proposed: ${change} has not landed.`);
  const branch = `revert-${pull.number}-${pull.headRefName}`;
  const there = keptChanges(parts.kept).find(({ doc }) => doc.snapshot.branch === branch && isOpen(doc));
  if (there !== undefined) return ok(there.doc.snapshot.id);
  const made = parseReverted(await parts.client.query(revertDocument, { pull: pull.id }));
  if (made === null)
    return failed("conflict", `GitHub cannot take back ${change} by itself: it collides with what landed since.`);
  await readDetails(parts, await parts.ground(), [made]);
  return ok(parts.references.change(made));
}
