/** What people do with changes through us: in the name of the token's account. They are shown as they were last read. */
import type { ChangeId } from "../../../../domain/model/ids.ts";
import type {
  ChangeAction,
  ChangeReviewer,
  ChangeDetail,
  ChangeWritten,
  NewReview,
  ThreadReply,
} from "../../../../slots/change-reviewer.ts";
import { failed, ok, type SlotResult } from "../../../../slots/result.ts";
import { listFilesBetween, readPatches } from "../../../shared/git/diff.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import type { Serial } from "../../../shared/git/serial.ts";
import { findTask } from "./description.ts";
import {
  isOpenKeptChange,
  getKeptChange,
  listKeptChanges,
  findPublishedBranch,
  toChangeSnapshot,
  type KeptChange,
} from "./kept-change.ts";
import type { Kept } from "../kept-file.ts";
import type { ChangeParts } from "../parts.ts";
import { readDetails } from "./read-changes.ts";
import { answerRemoteTrouble, toRemoteResult, needRemote } from "../trouble.ts";

export type RemoteReviewerParts = ChangeParts & { readonly ground: () => Promise<GitContext>; readonly inTurn: Serial };

/** How one forge does it. `Now` is a change as it is there at this moment. */
export type ChangeEdits<Now> = {
  /** Null: there is none of that number. */
  readonly now: (number: number) => Promise<Now | null>;
  readonly review: (change: Now, review: NewReview & ChangeAction) => Promise<ChangeWritten<null>>;
  readonly reply: (change: Now, reply: ThreadReply & ChangeAction) => Promise<ChangeWritten<null>>;
  readonly setState: (change: Now, to: "open" | "closed") => Promise<ChangeWritten<null>>;
  readonly ready: (change: Now) => Promise<ChangeWritten<null>>;
  /** Answers the number of the change that proposes the inverse. */
  readonly revert: (change: Now) => Promise<SlotResult<number, "conflict">>;
};

const reportGone = (change: string) => failed("gone", `There is no change ${change}. \`ao change list\` lists them.`);

export function createRemoteReviewer<Now>(parts: RemoteReviewerParts, deeds: ChangeEdits<Now>): ChangeReviewer {
  const { kept, references } = parts;
  /** Reads it where it is not known yet. */
  const find = async (change: string): Promise<Kept<KeptChange> | null> => {
    const number = references.numberOf(change);
    if (number === null) return null;
    const known = getKeptChange(kept, references.change(number));
    if (known === null) await parts.inTurn(async () => readDetails(parts, await parts.ground(), [number]));
    return known ?? getKeptChange(kept, references.change(number));
  };
  const acting = <T>(change: string, work: (now: Now) => Promise<ChangeWritten<T>>): Promise<ChangeWritten<T>> =>
    parts.inTurn(() => answerRemoteTrouble(async () => actOn(parts, deeds, change, work)));
  return {
    list: async ({ all }) => {
      const changes = listKeptChanges(kept).filter(({ doc }) => all || isOpenKeptChange(doc));
      return ok(
        changes.map((one) => toChangeDetail(parts, one)).toSorted((one, other) => one.createdMs - other.createdMs),
      );
    },
    show: (change) =>
      answerRemoteTrouble(async () => {
        const found = await find(change);
        return found === null ? reportGone(change) : ok(toChangeDetail(parts, found));
      }),
    files: (change, { since }) =>
      answerRemoteTrouble(async () => {
        const found = await find(change);
        if (found === null) return reportGone(change);
        const { merge, snapshot, heads } = found.doc;
        const from = heads.find(({ n }) => n === since)?.commit ?? merge.mergeBase;
        return ok(await listFilesBetween(await parts.ground(), { from, to: snapshot.head.commit }));
      }),
    patches: (request) => answerRemoteTrouble(async () => ok(await readPatches(await parts.ground(), request))),
    review: (review) => acting(review.change, async (now) => reviewOn(deeds, now, review)),
    reply: (reply) => acting(reply.thread.slice(0, reply.thread.lastIndexOf(".")), (now) => deeds.reply(now, reply)),
    close: (change) => acting(change, (now) => deeds.setState(now, "closed")),
    reopen: (change) => acting(change, (now) => deeds.setState(now, "open")),
    ready: (change) => acting(change, (now) => deeds.ready(now)),
    revert: (change) => parts.inTurn(() => answerRemoteTrouble(async () => revert(parts, deeds, change))),
  };
}

function toChangeDetail({ kept }: RemoteReviewerParts, one: Kept<KeptChange>): ChangeDetail {
  const { body, author, createdMs, updatedAt, heads, said, snapshot } = one.doc;
  const session = findPublishedBranch(kept, snapshot)?.session ?? null;
  return {
    ...toChangeSnapshot(one),
    session,
    body: findTask(body),
    author,
    createdMs,
    changedMs: Date.parse(updatedAt),
    heads,
    said,
  };
}

async function actOn<Now, T>(
  parts: RemoteReviewerParts,
  deeds: ChangeEdits<Now>,
  change: string,
  work: (now: Now) => Promise<ChangeWritten<T>>,
): Promise<ChangeWritten<T>> {
  const number = parts.references.numberOf(change);
  const now = number === null ? null : await deeds.now(number);
  if (number === null || now === null) return reportGone(change);
  const done = await work(now);
  await readAgain(parts, number);
  return done;
}

/** What was done is done: where it cannot be read just now, the next look shows it. */
async function readAgain(parts: RemoteReviewerParts, number: number): Promise<void> {
  const read = await toRemoteResult(async () => readDetails(parts, await parts.ground(), [number]));
  if (!read.ok && read.error.code === "refused") needRemote(read);
}

async function reviewOn<Now>(
  deeds: ChangeEdits<Now>,
  now: Now,
  review: NewReview & ChangeAction,
): Promise<ChangeWritten<null>> {
  if (review.by.kind === "self")
    return failed("refused", "Nothing was written: an agent does not review its own work.");
  return deeds.review(now, review);
}

async function revert<Now>(
  parts: RemoteReviewerParts,
  deeds: ChangeEdits<Now>,
  change: string,
): Promise<SlotResult<ChangeId, "gone" | "conflict">> {
  const number = parts.references.numberOf(change);
  const now = number === null ? null : await deeds.now(number);
  if (now === null) return reportGone(change);
  const made = await deeds.revert(now);
  if (!made.ok) return made;
  await readAgain(parts, made.value);
  return ok(parts.references.change(made.value));
}
