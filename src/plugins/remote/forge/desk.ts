/** What people do with changes through us: in the name of the token's account. They are shown as they were last read. */
import type { ChangeId } from "../../../domain/model/ids.ts";
import type {
  ChangeDeed,
  ChangeDesk,
  ChangeDetail,
  ChangeWritten,
  NewReview,
  ThreadReply,
} from "../../../slots/change-desk.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { filesBetween, patchesOf } from "../../shared/git/diff.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { taskIn } from "./description.ts";
import { isOpen, keptChange, keptChanges, publishedFor, snapshotOf, type KeptChange } from "./kept-change.ts";
import type { Kept } from "./kept-file.ts";
import type { ChangeParts } from "./parts.ts";
import { readDetails } from "./read-changes.ts";
import { answering, asRemoteResult, needRemote } from "./trouble.ts";

export type DeskParts = ChangeParts & { readonly ground: () => Promise<Ground>; readonly inTurn: Serial };

/** How one forge does it. `Now` is a change as it is there at this moment. */
export type DeskDeeds<Now> = {
  /** Null: there is none of that number. */
  readonly now: (number: number) => Promise<Now | null>;
  readonly review: (change: Now, review: NewReview & ChangeDeed) => Promise<ChangeWritten<null>>;
  readonly reply: (change: Now, reply: ThreadReply & ChangeDeed) => Promise<ChangeWritten<null>>;
  readonly setState: (change: Now, to: "open" | "closed") => Promise<ChangeWritten<null>>;
  readonly ready: (change: Now) => Promise<ChangeWritten<null>>;
  /** Answers the number of the change that proposes the inverse. */
  readonly revert: (change: Now) => Promise<SlotResult<number, "conflict">>;
};

const gone = (change: string) =>
  failed("gone", `There is no change ${change}. \`ao change list\` shows those there are.`);

export function remoteDesk<Now>(parts: DeskParts, deeds: DeskDeeds<Now>): ChangeDesk {
  const { kept, references } = parts;
  /** Reads it where it is not known yet. */
  const find = async (change: string): Promise<Kept<KeptChange> | null> => {
    const number = references.numberOf(change);
    if (number === null) return null;
    const known = keptChange(kept, references.change(number));
    if (known === null) await parts.inTurn(async () => readDetails(parts, await parts.ground(), [number]));
    return known ?? keptChange(kept, references.change(number));
  };
  const acting = <T>(change: string, work: (now: Now) => Promise<ChangeWritten<T>>): Promise<ChangeWritten<T>> =>
    parts.inTurn(() => answering(async () => actOn(parts, deeds, change, work)));
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
    patches: (request) => answering(async () => ok(await patchesOf(await parts.ground(), request))),
    review: (review) => acting(review.change, async (now) => reviewOn(deeds, now, review)),
    reply: (reply) => acting(reply.thread.slice(0, reply.thread.lastIndexOf(".")), (now) => deeds.reply(now, reply)),
    close: (change) => acting(change, (now) => deeds.setState(now, "closed")),
    reopen: (change) => acting(change, (now) => deeds.setState(now, "open")),
    ready: (change) => acting(change, (now) => deeds.ready(now)),
    revert: (change) => parts.inTurn(() => answering(async () => revert(parts, deeds, change))),
  };
}

function detailOf({ kept }: DeskParts, one: Kept<KeptChange>): ChangeDetail {
  const { body, author, createdMs, updatedAt, heads, said, snapshot } = one.doc;
  const session = publishedFor(kept, snapshot)?.session ?? null;
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

async function actOn<Now, T>(
  parts: DeskParts,
  deeds: DeskDeeds<Now>,
  change: string,
  work: (now: Now) => Promise<ChangeWritten<T>>,
): Promise<ChangeWritten<T>> {
  const number = parts.references.numberOf(change);
  const now = number === null ? null : await deeds.now(number);
  if (number === null || now === null) return gone(change);
  const done = await work(now);
  await readAgain(parts, number);
  return done;
}

/** What was done is done: where it cannot be read just now, the next look shows it. */
async function readAgain(parts: DeskParts, number: number): Promise<void> {
  const read = await asRemoteResult(async () => readDetails(parts, await parts.ground(), [number]));
  if (!read.ok && read.error.code === "refused") needRemote(read);
}

async function reviewOn<Now>(
  deeds: DeskDeeds<Now>,
  now: Now,
  review: NewReview & ChangeDeed,
): Promise<ChangeWritten<null>> {
  if (review.by.kind === "self")
    return failed("refused", "Nothing was written: an agent does not review its own work.");
  return deeds.review(now, review);
}

async function revert<Now>(
  parts: DeskParts,
  deeds: DeskDeeds<Now>,
  change: string,
): Promise<SlotResult<ChangeId, "gone" | "conflict">> {
  const number = parts.references.numberOf(change);
  const now = number === null ? null : await deeds.now(number);
  if (now === null) return gone(change);
  const made = await deeds.revert(now);
  if (!made.ok) return made;
  await readAgain(parts, made.value);
  return ok(parts.references.change(made.value));
}
