/** How heads stand to their base: what they change, and whether they merge. Computed in our own git directory. */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import type { Owned } from "../../../domain/model/owners.ts";
import type { GitContext } from "./git-context.ts";
import { findRenames, readCounts } from "./numstat.ts";
import { GitTrouble, need } from "./trouble.ts";
import { tryMerges } from "./try-merges.ts";

/** How the head stands to its base, computed when either moves. */
export type Merge = {
  /** Where the base was; null: it was not there. */
  readonly onto: CommitSha | null;
  readonly mergeBase: CommitSha | null;
  /** Null: not known. */
  readonly mergeable: boolean | null;
  readonly conflicts: readonly string[];
  /** What the base changed there, as a diff. */
  readonly theirs: string;
  /** The head was part of the base when it was published: finding it there later says nothing of a landing. */
  readonly isContained: boolean;
  readonly paths: readonly string[];
  readonly diffLines: number;
  /** By the list on the base. */
  readonly owners: readonly Owned[];
};

/** A head, and what was known of it. */
export type MergedHead = { readonly head: CommitSha; readonly merge: Merge };

const nothingKnown: Merge = {
  onto: null,
  mergeBase: null,
  mergeable: null,
  conflicts: [],
  theirs: "",
  isContained: false,
  paths: [],
  diffLines: 0,
  owners: [],
};

/** Of a head that was just published. */
export async function computeMerge(git: GitContext, head: CommitSha, onto: CommitSha | null): Promise<Merge> {
  if (onto === null) return { ...nothingKnown, ...(await measureDiff(git, head, null)) };
  const [merge = nothingKnown] = await recomputeMerges(git, [{ head, merge: nothingKnown }], onto);
  return { ...merge, isContained: merge.mergeBase === head };
}

/** The same heads on a base that has moved: a few processes for all of them, and a diff only where it can have changed. */
export async function recomputeMerges(
  git: GitContext,
  changes: readonly MergedHead[],
  onto: CommitSha,
): Promise<readonly Merge[]> {
  const pairs = changes.map(({ head }) => ({ onto, head }));
  const [tried, mergeBases] = await Promise.all([tryMerges(git, pairs), findMergeBases(git, changes, onto)]);
  const merges: Merge[] = [];
  for (const [at, { head, merge }] of changes.entries()) {
    const mergeBase = mergeBases[at] ?? null;
    const { conflicts = [] } = tried[at] ?? {};
    const isSameDiff = merge.onto !== null && merge.mergeBase === mergeBase;
    const diff = isSameDiff ? {} : await measureDiff(git, head, mergeBase);
    const theirs = await diffOtherSide(git, { from: mergeBase, to: onto, paths: conflicts });
    const changed: Diff = { ...merge, ...diff };
    const owners = await git.ownersOf(onto, changed.paths);
    merges.push({ ...merge, ...diff, onto, mergeBase, mergeable: conflicts.length === 0, conflicts, theirs, owners });
  }
  return merges;
}

/** Where each head left the base. As long as no head holds what the base has gained, that is where it was before. */
async function findMergeBases(
  git: GitContext,
  changes: readonly MergedHead[],
  onto: CommitSha,
): Promise<readonly (CommitSha | null)[]> {
  const found = new Map<string, CommitSha | null>();
  for (const [from, those] of Map.groupBy(changes, ({ merge }) => merge.onto)) {
    if (from === null || !(await areApart(git, { from, onto, heads: those.map(({ head }) => head) }))) continue;
    for (const { head, merge } of those) found.set(head, merge.mergeBase);
  }
  const asked: (CommitSha | null)[] = [];
  for (const { head } of changes) asked.push(found.get(head) ?? (await findMergeBase(git, onto, head)));
  return asked;
}

type Gain = { readonly from: CommitSha; readonly onto: CommitSha; readonly heads: readonly CommitSha[] };

/** Has the base only gained, and none of the heads any of it? Two processes, however many heads there are. */
async function areApart({ own }: GitContext, { from, onto, heads }: Gain): Promise<boolean> {
  const [between, added] = await Promise.all([
    own.compute("rev-list", ["--left-right", `${from}...${onto}`, "--"]),
    own.compute("rev-list", [...heads, `^${from}`, "--"]),
  ]);
  // A base that somebody threw away may be gone altogether.
  if (!between.ok || !added.ok) return false;
  const gained = new Set(between.value.split("\n").filter((line) => line !== ""));
  return (
    [...gained].every((line) => line.startsWith(">")) && !added.value.split("\n").some((id) => gained.has(`>${id}`))
  );
}

type Side = { readonly from: CommitSha | null; readonly to: CommitSha; readonly paths: readonly string[] };

/** Long enough for whoever has to bring two sides together; the whole of it is in the repository. */
const SIDE_LENGTH_MAX = 16 * 1_024;

/** What was changed in paths that collide. One that git does not tell, or is too long for it, is named all the same. */
export async function diffOtherSide({ own, emptyTree }: GitContext, { from, to, paths }: Side): Promise<string> {
  if (paths.length === 0) return "";
  const literal = paths.map((path) => `:(literal)${path}`);
  const args = ["--no-color", "--no-ext-diff", "--no-textconv", from ?? emptyTree, to, "--", ...literal];
  const asked = await own.compute("diff", args);
  return asked.ok ? asked.value.slice(0, SIDE_LENGTH_MAX) : "";
}

export async function findMergeBase({ own }: GitContext, onto: CommitSha, head: CommitSha): Promise<CommitSha | null> {
  const asked = await own.compute("merge-base", [onto, head]);
  if (asked.ok) return commitSha(asked.value.trim());
  if (asked.error.exitCode === 1) return null;
  throw new GitTrouble(asked.error);
}

type Diff = Pick<Merge, "paths" | "diffLines">;

/**
 * A renamed file counts under both of its paths, for a protected one stays protected wherever it goes; of its lines only
 * those count that changed.
 */
async function measureDiff(
  { own, emptyTree }: GitContext,
  head: CommitSha,
  mergeBase: CommitSha | null,
): Promise<Diff> {
  const args = ["-r", "-z", ...findRenames, "--numstat", "--no-commit-id", mergeBase ?? emptyTree, head];
  const files = readCounts(need(await own.compute("diff-tree", args)));
  return {
    paths: files.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])).toSorted(),
    diffLines: files.reduce((sum, { added, deleted }) => sum + (added ?? 0) + (deleted ?? 0), 0),
  };
}
