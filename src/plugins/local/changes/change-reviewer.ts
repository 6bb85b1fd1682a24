/** Changes, as people see and write them. Everything that writes takes its turn with publishing and landing. */
import type { ChangeId, CommitSha } from "../../../domain/model/ids.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type {
  ChangeReviewer as SlotDesk,
  ChangeDetail as SlotDetail,
  ChangedFiles,
  Patch,
  PatchesRequest,
} from "../../../slots/change-reviewer.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { Workshop } from "../landing/build-candidate.ts";
import { buildRevert, type Revert } from "../landing/revert.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { answerGitTrouble } from "../../shared/git/trouble.ts";
import { isOpenRow, type ChangeRow } from "./change-rows.ts";
import type { ChangeWrites } from "./change-writes.ts";
import { listFilesBetween, readPatches } from "../../shared/git/diff.ts";
import { publishLocally, type Published } from "./publish.ts";
import type { ReviewWrites } from "./review-writes.ts";
import type { Snap } from "./snapshot.ts";
import type { TalkRows } from "./talk-rows.ts";

export type LocalChangeDetail = SlotDetail & { readonly number: number };

/** A branch of the person's own that becomes a change. */
export type NewChange = {
  readonly branch: string;
  readonly base?: string;
  readonly title?: string;
  readonly body?: string;
  readonly isDraft?: boolean;
  readonly by: Author;
};

export type LocalChangeReviewer = ReturnType<typeof createChangeReviewer>;

export type LocalReviewerParts = Workshop & {
  readonly ground: () => Promise<GitContext>;
  readonly inTurn: Serial;
  readonly snap: Snap;
  readonly talk: TalkRows;
  readonly reviews: ReviewWrites;
  readonly writes: ChangeWrites;
  readonly defaultBranch: string;
};

export function createChangeReviewer(parts: LocalReviewerParts) {
  const { changes: rows, inTurn, reviews, writes } = parts;
  const onGround = <T, Code extends string = never>(
    work: (git: GitContext) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => answerGitTrouble(async () => work(await parts.ground())));
  const later =
    <Args extends readonly unknown[], T, Code extends string>(deed: (...args: Args) => SlotResult<T, Code>) =>
    (...args: Args): Promise<SlotResult<T, Code>> =>
      inTurn(() => answerGitTrouble(async () => deed(...args)));
  const find = (change: string): ChangeRow | null => findChange(parts, change);

  return {
    /** The open ones; `all` in the order they came. */
    list: ({ all = false }: { readonly all?: boolean } = {}): readonly LocalChangeDetail[] =>
      (all ? rows.all() : rows.open()).map((row) => toChangeDetail(parts, row)),
    /** `change` is an id, `#12` or `12`. */
    show: (change: string): SlotResult<LocalChangeDetail, "gone"> => {
      const row = find(change);
      return row === null ? reportGone(change) : ok(toChangeDetail(parts, row));
    },
    /** All of it, or what came after the head numbered `since`. What is committed does not change: no turn is taken. */
    files: (change: string, { since }: { readonly since?: number } = {}): Promise<SlotResult<ChangedFiles, "gone">> =>
      answerGitTrouble<ChangedFiles, "gone">(async () => {
        const row = find(change);
        if (row === null) return reportGone(change);
        const from = since === undefined ? row.merge.mergeBase : findHeadNumbered(parts, row, since);
        return ok(await listFilesBetween(await parts.ground(), { from, to: row.head }));
      }),
    patches: (request: PatchesRequest): Promise<SlotResult<readonly Patch[]>> =>
      answerGitTrouble(async () => ok(await readPatches(await parts.ground(), request))),
    /** Opens a change for a branch of the repository, or finds the one that is open. */
    open: (request: NewChange): Promise<SlotResult<ChangeId>> =>
      onGround(async (git) => nameChange(parts, await openFor(parts, git, request))),
    /** Puts a commit on an open change, whatever stood there. */
    push: (request: { readonly branch: string; readonly head: CommitSha; readonly by: Author }) =>
      onGround<ChangeId, "gone">(async (git) => {
        const row = rows.onBranch(request.branch);
        return row === null || !isOpenRow(row) ? reportGone(request.branch) : moveTo(parts, git, row, request);
      }),
    /** Proposes the inverse of a landed change. */
    revert: (change: string, by: Author): Promise<SlotResult<ChangeId, "gone" | "conflict">> =>
      onGround<ChangeId, "gone" | "conflict">(async (git) => {
        const row = find(change);
        if (row === null) return reportGone(change);
        const made = await buildRevert(parts, git, row);
        return made.ok ? proposeRevert(parts, git, row, { ...made.value, by }) : made;
      }),
    edit: later(writes.edit),
    close: later(writes.close),
    reopen: later(writes.reopen),
    ready: later(writes.ready),
    review: later(reviews.review),
    dismiss: later(reviews.dismiss),
    reply: later(reviews.reply),
  };
}

/** The same as the slot has it. */
export function toSlotReviewer(reviewer: LocalChangeReviewer): SlotDesk {
  const { files, patches, review, reply, close, reopen, ready, revert } = reviewer;
  return {
    ...{ files, patches, review, reply, close, reopen, ready, revert },
    list: async (request) => ok(reviewer.list(request)),
    show: async (change) => reviewer.show(change),
  };
}

async function openFor(parts: LocalReviewerParts, git: GitContext, request: NewChange): Promise<SlotResult<Published>> {
  const { branch, base = parts.defaultBranch, title = branch, body = "", isDraft = false, by } = request;
  const head = await git.tipOf(branch);
  if (head === null) return failed("refused", `Nothing was opened: there is no branch ${branch}.`);
  if (branch === base) return failed("refused", `Nothing was opened: ${branch} is the branch that changes land on.`);
  const there = parts.changes.onBranch(branch);
  const replaces = { kind: "exactly", commit: there?.head ?? head } as const;
  const next = { branch, base, head, title, body, session: null, by, replaces, isDraft };
  return publishLocally({ file: parts.file, rows: parts.changes, ground: git }, next);
}

async function moveTo(
  parts: LocalReviewerParts,
  git: GitContext,
  row: ChangeRow,
  { head, by }: { readonly head: CommitSha; readonly by: Author },
): Promise<SlotResult<ChangeId>> {
  const { session, branch, base, title, body } = row;
  const replaces = { kind: "exactly", commit: row.head } as const;
  const next = { session, branch, base, title, body, head, by, replaces, isDraft: row.state === "draft" };
  return nameChange(parts, await publishLocally({ file: parts.file, rows: parts.changes, ground: git }, next));
}

async function proposeRevert(
  parts: LocalReviewerParts,
  git: GitContext,
  row: ChangeRow,
  { title, head, branch, by }: Revert & { readonly by: Author },
): Promise<SlotResult<ChangeId>> {
  const body = `Takes back #${row.number}.`;
  const there = parts.changes.onBranch(branch);
  const replaces = { kind: "exactly", commit: there?.head ?? head } as const;
  const next = { branch, base: row.base, head, title, body, session: null, by, replaces, isDraft: false };
  return nameChange(parts, await publishLocally({ file: parts.file, rows: parts.changes, ground: git }, next));
}

function nameChange({ references }: LocalReviewerParts, published: SlotResult<Published>): SlotResult<ChangeId> {
  if (!published.ok) return published;
  if (published.value.kind === "published") return ok(references.change(published.value.change.number));
  return failed("refused", `Nothing was published: the change is at ${published.value.theirs} by now.`);
}

function toChangeDetail({ snap, talk, changes, references }: LocalReviewerParts, row: ChangeRow): LocalChangeDetail {
  const { number, session, body, author, createdMs, changedMs } = row;
  const threads = talk.threads(number).map(({ n, ...thread }) => ({ ...thread, id: references.thread(number, n) }));
  const said = { reviews: talk.reviews(number), threads };
  return { ...snap(row), number, session, body, author, createdMs, changedMs, heads: changes.heads(number), said };
}

function findHeadNumbered({ changes }: LocalReviewerParts, row: ChangeRow, n: number): CommitSha | null {
  return changes.heads(row.number).find((head) => head.n === n)?.commit ?? row.merge.mergeBase;
}

function findChange({ changes, references }: LocalReviewerParts, change: string): ChangeRow | null {
  const number = references.numberOf(change);
  return number === null ? null : changes.get(number);
}

function reportGone(change: string) {
  return failed("gone", `There is no change ${change}. \`ao change list\` lists them.`);
}
