/**
 * Changes as a forge has them become snapshots. Many are read at once: an overview that tells which of them moved, and
 * details of those. What they change, and whether they merge, git itself says, in our own directory.
 */
import type { ChangeSnapshot, ChangeState, HttpHead } from "../../../../domain/change/change.ts";
import { commitSha, treeSha, type CommitSha } from "../../../../domain/model/ids.ts";
import { known, unknown, type Known } from "../../../../domain/model/known.ts";
import type { Author } from "../../../../domain/model/trust.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { computeMerge, recomputeMerges, type Merge } from "../../../shared/git/merge.ts";
import { getKnownBase, findTrueBase } from "../landing/base.ts";
import { isBehind, isDue, isStill, hasJustReopened, settleFingerprint, findUnconfirmedAuthors } from "./behind.ts";
import type { BaseTip, ChangeSummary, ReportedMergeability, SeenChange } from "./change-source.ts";
import {
  isOpenKeptChange,
  keepChange,
  getKeptChange,
  listKeptChanges,
  toChangeSnapshot,
  type KeptChange,
} from "./kept-change.ts";
import { formatBasePin, bring, formatChangePin, formatLandedPin } from "../landing/objects.ts";
import type { ChangeParts } from "../parts.ts";
import { isUnreadResult } from "../checks/results.ts";

export type Reading = { readonly changes: readonly ChangeSnapshot[]; readonly base: HttpHead | null };

/** Every open change, and those that were open before and are not now. */
export async function readChanges(parts: ChangeParts, git: GitContext): Promise<Reading> {
  const { open, base: shown } = await parts.source.overview(git);
  const base = await findTrueBase(parts, git, shown);
  const isBelieved = shown?.commit === base?.commit;
  const glances = new Map(open.map((one) => [one.number, isBelieved ? one : { ...one, merges: "unknown" as const }]));
  const before = listKeptChanges(parts.kept).filter(({ doc }) => isOpenKeptChange(doc));
  const moved = open.filter(({ number, fingerprint }) => {
    const known = getKeptChange(parts.kept, parts.references.change(number))?.doc;
    // Whoever opened it was not written down always.
    return known?.light !== fingerprint || known.snapshot.author === undefined || isDue(known, parts.kept.wallMs());
  });
  const gone = before.filter(({ doc }) => !glances.has(doc.number));
  const numbers = [...moved.map(({ number }) => number), ...gone.map(({ doc }) => doc.number)];
  const read = await readDetails(parts, git, numbers, glances);
  const stayed = before.filter(({ doc }) => glances.has(doc.number) && !numbers.includes(doc.number));
  const looked = await lookAgain(parts, git, { stayed: stayed.map(({ doc }) => doc), glances, base });
  // It may have moved between the two: whoever hears of a conflict hears of the base it is with.
  return { changes: [...looked, ...read.changes], base: await findBaseHead(parts, git, getKnownBase(parts) ?? base) };
}

/**
 * Reads changes by number; those that are not there are left out. Without an overview they are compared with the base that
 * was told last: a newer one is news of its own, and what the forge says of merging into it comes with those.
 */
export async function readDetails(
  parts: ChangeParts,
  git: GitContext,
  numbers: readonly number[],
  glances?: ReadonlyMap<number, ChangeSummary>,
): Promise<Reading> {
  const { source, kept, references } = parts;
  const changes: ChangeSnapshot[] = [];
  let base: BaseTip = null;
  for (let at = 0; at < numbers.length; at += source.detailsMax) {
    const some = numbers.slice(at, at + source.detailsMax);
    const details = await source.details(git, some, glances !== undefined);
    const told = glances === undefined ? getKnownBase(parts) : null;
    base = told ?? (await findTrueBase(parts, git, details.base));
    const isBelieved = details.base?.commit === base?.commit;
    await bringAll(parts, git, details.seen, base);
    for (const seen of details.seen) {
      const before = getKeptChange(kept, references.change(seen.number));
      const summary = glances?.get(seen.number);
      const now = isBelieved ? seen : { ...seen, merges: "unknown" as const };
      const stays = before !== null && isStillKnown(before.doc, seen, glances !== undefined);
      changes.push(stays ? toChangeSnapshot(before) : await keepSeen(parts, git, { seen: now, base, glance: summary }));
    }
  }
  return { changes, base: await findBaseHead(parts, git, base) };
}

/** What was just read could only be older than what is known. */
const isStillKnown = (before: KeptChange, seen: SeenChange, isListed: boolean): boolean =>
  isBehind(before, seen) || (!isListed && isStill(before, seen));

/** Also where no change is open on it. */
async function findBaseHead(
  { client, defaultBranch }: ChangeParts,
  git: GitContext,
  base: BaseTip,
): Promise<HttpHead | null> {
  if (base === null) return null;
  if (base.tree === null) await bring(git, client, [{ commit: base.commit, pin: formatBasePin(defaultBranch) }]);
  const tree = base.tree ?? (await git.treeOf(base.commit));
  return tree === null ? null : { commit: base.commit, tree };
}

async function bringAll(
  { client, defaultBranch }: ChangeParts,
  git: GitContext,
  seen: readonly SeenChange[],
  base: BaseTip,
): Promise<void> {
  const heads = seen
    .filter(({ state }) => state === "open" || state === "draft")
    .map(({ number, head }) => ({ commit: head, pin: formatChangePin(number) }));
  const landed = seen.flatMap(({ number, landed: one }) =>
    one === null || one.tree !== null ? [] : [{ commit: one.commit, pin: formatLandedPin(number) }],
  );
  const onto = base === null ? [] : [{ commit: base.commit, pin: formatBasePin(defaultBranch) }];
  await bring(git, client, [...onto, ...landed, ...heads]);
}

type Seen = { readonly seen: SeenChange; readonly base: BaseTip; readonly glance: ChangeSummary | undefined };

async function keepSeen(
  parts: ChangeParts,
  git: GitContext,
  { seen, base, glance: summary }: Seen,
): Promise<ChangeSnapshot> {
  const { kept, references } = parts;
  const id = references.change(seen.number);
  const known = getKeptChange(kept, id);
  const before = known?.doc ?? null;
  const head = await findChangeHead(git, seen, before);
  const merge = await mergeFor(parts, git, { seen, head, base, before });
  const about = await seen.about(head, base);
  const { author, said, reviews, threads, checks, unsettled = seen.unsettled } = about;
  if (known !== null && hasJustReopened(known, seen, said, kept.wallMs())) return toChangeSnapshot(known);
  const { number, updatedAt, merges, body, title, url, branch, isFromFork, labels } = seen;
  const snapshot = {
    ...{
      id,
      title: cleanText(title),
      author,
      url,
      branch,
      isFromFork,
      base: seen.base,
      head,
      state: toChangeState(seen),
    },
    ...{ reviews, threads, labels, ...describeMerge(parts, { merges, merge, unsettled }), checks },
  };
  return keepChange(kept, {
    ...{ number, updatedAt, merges, merge, body, author, said, snapshot },
    ...settleFingerprint(seen, summary, before, kept.wallMs()),
    ...findUnconfirmedAuthors([author, ...listSpeakers(said)], before, kept.wallMs()),
    ...(unsettled === undefined ? {} : { unsettled }),
    // Nothing else may ever move there.
    ...(seen.isPartial === true || (checks ?? []).some(isUnreadResult) ? { light: "" } : {}),
    landedTree: await readLandedTree(git, seen),
    createdMs: Date.parse(seen.createdAt),
    heads: addHead(before?.heads ?? [], head, kept.wallMs()),
  });
}

const listSpeakers = ({ reviews, threads }: KeptChange["said"]): readonly Author[] => [
  ...reviews.map(({ author }) => author),
  ...threads.flatMap(({ remarks }) => remarks.map(({ author }) => author)),
];

async function readLandedTree(git: GitContext, { landed }: SeenChange): Promise<string | null> {
  return landed === null ? null : (landed.tree ?? (await git.treeOf(landed.commit)));
}

function addHead(heads: KeptChange["heads"], head: HttpHead, nowMs: number): KeptChange["heads"] {
  if (heads.at(-1)?.commit === head.commit) return heads;
  return [...heads, { ...head, n: (heads.at(-1)?.n ?? 0) + 1, atMs: Math.trunc(nowMs) }];
}

async function findChangeHead(git: GitContext, seen: SeenChange, before: KeptChange | null): Promise<HttpHead> {
  const tree = seen.tree ?? (await git.treeOf(seen.head));
  if (tree !== null) return { commit: seen.head, tree };
  return before?.snapshot.head ?? { commit: seen.head, tree: treeSha("") };
}

function toChangeState({ state, landed, head }: SeenChange): ChangeState {
  return state === "landed" ? { kind: state, commit: landed?.commit ?? head } : { kind: state };
}

type Placing = {
  readonly seen: SeenChange;
  readonly head: HttpHead;
  readonly base: BaseTip;
  readonly before: KeptChange | null;
};

const nothingKnown: Merge = {
  ...{ onto: null, mergeBase: null, mergeable: null, conflicts: [], theirs: "", isContained: false },
  ...{ paths: [], diffLines: 0, owners: [] },
};

/** Computed when head or base has moved; of a change that is over, what was known of it stays. */
async function mergeFor(parts: ChangeParts, git: GitContext, placing: Placing): Promise<Merge> {
  const { seen, head, before } = placing;
  const isOver = seen.state === "landed" || seen.state === "closed";
  if (isOver) return before?.merge ?? nothingKnown;
  const onto = await findBaseTip(parts, git, placing);
  if (before !== null && before.snapshot.head.commit === head.commit && before.merge.onto === onto) return before.merge;
  if ((await git.treeOf(head.commit)) === null) return before?.merge ?? nothingKnown;
  return computeMerge(git, head.commit, onto);
}

/** A change on another branch than the project's (a stack of changes) is compared with that one. */
async function findBaseTip(
  { defaultBranch }: ChangeParts,
  git: GitContext,
  { seen, base, before }: Placing,
): Promise<CommitSha | null> {
  if (seen.base === defaultBranch) return base?.commit ?? null;
  return before?.merge.onto ?? (await git.tipOf(seen.base));
}

type ShownMerge = Pick<
  ChangeSnapshot,
  "mergeBase" | "mergeable" | "conflicts" | "theirs" | "paths" | "diffLines" | "owners"
>;

type Merging = {
  readonly merges: ReportedMergeability;
  readonly merge: Merge;
  /** Why nobody may land it, whatever git says. */
  readonly unsettled: string | undefined;
};

function describeMerge(parts: ChangeParts, merging: Merging): ShownMerge {
  const { mergeBase, conflicts, theirs, paths, diffLines, owners } = merging.merge;
  const began = mergeBase === null ? {} : { mergeBase };
  return { ...began, mergeable: judgeMergeable(parts, merging), conflicts, theirs, paths, diffLines, owners };
}

/** Where the forge has not computed it yet, git has: on the very commits. */
function judgeMergeable({ client }: ChangeParts, { merges: said, merge, unsettled }: Merging): Known<boolean> {
  if (said === "no" || merge.mergeable === false) return known(false);
  if (unsettled !== undefined) return unknown(unsettled);
  if (merge.mergeable === true || said === "yes") return known(true);
  return unknown(`${client.title} has not said yet whether it merges`);
}

type Stayed = {
  readonly stayed: readonly KeptChange[];
  readonly glances: ReadonlyMap<number, ChangeSummary>;
  readonly base: BaseTip;
};

/** Nothing about them moved but perhaps their base, or the forge's word on whether they merge: a few processes for all. */
async function lookAgain(
  parts: ChangeParts,
  git: GitContext,
  { stayed, glances, base }: Stayed,
): Promise<readonly ChangeSnapshot[]> {
  const onto = base === null ? null : commitSha(base.commit);
  const onBase = stayed.filter(({ snapshot, merge }) => snapshot.base === parts.defaultBranch && merge.onto !== onto);
  const merged = onto === null || onBase.length === 0 ? [] : await computeMerges(parts, git, onBase, onto);
  return stayed.map((doc) => {
    const merge = merged[onBase.indexOf(doc)] ?? doc.merge;
    const now = glances.get(doc.number)?.merges ?? "unknown";
    const merges = now === "unknown" ? doc.merges : now;
    // The forge's last word was about another base, unless it spoke just now.
    const told = { merges: merge === doc.merge ? merges : now, merge, unsettled: doc.unsettled };
    const snapshot = { ...doc.snapshot, ...describeMerge(parts, told) };
    return keepChange(parts.kept, { ...doc, merge, merges, snapshot });
  });
}

async function computeMerges(
  parts: ChangeParts,
  git: GitContext,
  docs: readonly KeptChange[],
  onto: CommitSha,
): Promise<readonly Merge[]> {
  await bring(git, parts.client, [{ commit: onto, pin: formatBasePin(parts.defaultBranch) }]);
  const placed = docs.map(({ snapshot, merge }) => ({ head: snapshot.head.commit, merge }));
  return recomputeMerges(git, placed, onto);
}
