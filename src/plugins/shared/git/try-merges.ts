/**
 * Merges commits without touching anybody's checkout. Git merges in memory from 2.39 on; an older one needs an index and
 * a folder for the files that the merge writes, and gets both inside our own git directory, where no settings but ours
 * are read. The folder starts empty: git takes a missing file for one that it may write.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { treeSha, type TreeSha } from "../../../domain/model/ids.ts";
import type { GitAnswer, OwnGit } from "../../../lib/git/git.ts";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import type { GitContext } from "./git-context.ts";
import { GitTrouble, need } from "./trouble.ts";

export type TriedMerge = {
  /** Null: the two sides conflict. */
  readonly tree: TreeSha | null;
  readonly conflicts: readonly string[];
};

export type MergePair = { readonly onto: string; readonly head: string };
/** What is to be kept goes where the person's refs can point to it. */
export type MergePurpose = "look" | "keep";

/** Merges each pair. Histories without a common beginning are merged like any other. */
export async function tryMerges(
  git: GitContext,
  pairs: readonly MergePair[],
  purpose: MergePurpose = "look",
): Promise<readonly TriedMerge[]> {
  if (pairs.length === 0) return [];
  if (!mergesOnDisk.has(git.own)) {
    const merged = await mergeInMemory(git, pairs, purpose);
    if (merged.ok || !isUnknownOption(merged.error)) return readMerges(need(merged));
    mergesOnDisk.add(git.own);
    await removeLeftovers(git.own);
  }
  const merges: TriedMerge[] = [];
  for (const pair of pairs) merges.push(await mergeOnDisk(git, pair, purpose));
  return merges;
}

/** Those whose git was too old when it was first asked. A newer one, installed meanwhile, merges on disk as well. */
const mergesOnDisk = new WeakSet<OwnGit>();

/** An older git knows another `merge-tree`, and prints how that one is called. */
const isUnknownOption = ({ stderr }: { readonly stderr: string }): boolean =>
  /^usage: git merge-tree|unknown option `stdin'/m.test(stderr);

function mergeInMemory(
  { own, repository }: GitContext,
  pairs: readonly MergePair[],
  purpose: MergePurpose,
): Promise<GitAnswer> {
  const input = pairs.map(({ onto, head }) => `${onto} ${head}\n`).join("");
  const args = ["--write-tree", "--stdin", "-z", "--name-only", "--no-messages", "--allow-unrelated-histories"];
  return own.compute("merge-tree", args, { input, ...chooseObjects(repository, purpose) });
}

/** A record a merge: `1` (clean) or `0`, the tree, the paths that collide, and an empty field. */
function readMerges(output: string): readonly TriedMerge[] {
  const fields = output.split("\0");
  const merges: TriedMerge[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const end = fields.indexOf("", at + 2);
    const conflicts = fields[at] === "1" ? [] : [...new Set(fields.slice(at + 2, end))];
    merges.push({ tree: conflicts.length === 0 ? treeSha(fields[at + 1] ?? "") : null, conflicts });
    at = end + 1;
  }
  return merges;
}

/** As newer gits have it: how many files are compared to find the renamed ones. */
const MERGE_SETTINGS = [
  { key: "merge.renameLimit", value: "7000" },
  { key: "merge.verbosity", value: "0" },
];

async function mergeOnDisk(
  { own, repository }: GitContext,
  { onto, head }: MergePair,
  purpose: MergePurpose,
): Promise<TriedMerge> {
  await mkdir(formatMergesFolder(own), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(formatMergesFolder(own), "merge-"));
  try {
    const [workTree, index] = [join(folder, "files"), join(folder, "index")];
    await mkdir(workTree);
    const place = { workTree, index, ...chooseObjects(repository, purpose) };
    need(await own.compute("read-tree", [onto], place));
    const merged = await own.compute("merge-recursive", ["--", onto, head], { ...place, settings: MERGE_SETTINGS });
    // One says that there are conflicts; every other code, that it could not merge.
    if (!merged.ok && merged.error.exitCode !== 1) throw new GitTrouble(merged.error);
    const conflicts = merged.ok ? [] : listUnmerged(need(await own.compute("ls-files", ["--unmerged", "-z"], place)));
    if (conflicts.length > 0) return { tree: null, conflicts };
    // Of a partial clone not every file is there; the merge has looked at those it needed.
    return { tree: treeSha(need(await own.compute("write-tree", ["--missing-ok"], place)).trim()), conflicts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const chooseObjects = (repository: GitContext["repository"], purpose: MergePurpose): { readonly objects?: string } =>
  purpose === "keep" ? { objects: repository.objects } : {};

/** `mode object stage<TAB>path`, up to three a path. */
function listUnmerged(listed: string): readonly string[] {
  const entries = listed.split("\0").filter((entry) => entry !== "");
  return [...new Set(entries.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
}

const formatMergesFolder = ({ gitDir }: OwnGit): string => join(gitDir, "merges");
/** Longer than any merge may take. */
const LEFT_BEHIND_AFTER_MS = 3_600_000;

/** What a daemon that was killed in the middle of a merge has left. */
async function removeLeftovers(own: OwnGit): Promise<void> {
  for (const name of (await readdir(formatMergesFolder(own)).catch(returnNullIfAbsent)) ?? []) {
    const folder = join(formatMergesFolder(own), name);
    const found = await stat(folder).catch(returnNullIfAbsent);
    if (found !== null && Date.now() - found.mtimeMs > LEFT_BEHIND_AFTER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}
