/**
 * Who has a branch checked out, or holds it for a rebase or a bisection: nobody may move it under them. Only a person's
 * folders count. What a folder of ours says about itself an agent may have written: that it is on `main`, say, so that
 * no change ever lands, or that `main` be moved in there.
 */
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Repository } from "../repository.ts";
import type { GitAnswer } from "../git-run.ts";
import { returnNullIfAbsent, readPlainText } from "../../files/plain-file.ts";

export type BranchUse =
  | { readonly kind: "free" }
  | { readonly kind: "checked_out"; readonly checkout: string }
  /** Moved only by whoever holds it. Each line says who. */
  | { readonly kind: "held"; readonly by: readonly string[] };

/** `ours`: folders, and the metadata of worktrees, that agents work in. */
export async function findBranchUse(
  repository: Repository,
  branch: string,
  ours: readonly string[],
): Promise<GitAnswer<BranchUse>> {
  const listed = await repository.worktrees.list();
  if (!listed.ok) return listed;
  const linked = await listLinkedPlaces(repository.commonDir);
  const own = linked.filter(({ admin, path }) => isAmong(ours, admin) || isAmong(ours, path));
  const main = { admin: repository.commonDir, path: repository.checkout ?? repository.commonDir };
  const theirs = [main, ...linked.filter((place) => !own.includes(place))];
  const holders = await Promise.all(theirs.map(({ admin, path }) => readHeldBranches(admin, path, branch)));
  if (holders.flat().length > 0) return { ok: true, value: { kind: "held", by: holders.flat() } };
  const checkouts: string[] = [];
  for (const worktree of listed.value) {
    const isOurs = own.some(({ path }) => path === worktree.path);
    if (!isOurs && worktree.branch === `refs/heads/${branch}` && (await isThere(worktree.path)))
      checkouts.push(worktree.path);
  }
  return { ok: true, value: useBy(checkouts, branch) };
}

function useBy(checkouts: readonly string[], branch: string): BranchUse {
  const [checkout, ...others] = checkouts;
  if (checkout === undefined) return { kind: "free" };
  if (others.length === 0) return { kind: "checked_out", checkout };
  const why = `${branch} is checked out in ${checkouts.length} folders; leave it in one`;
  return { kind: "held", by: [why, ...checkouts] };
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(returnNullIfAbsent)) !== null;
}

/** Where a linked worktree is, and where the repository keeps its `HEAD`. */
type LinkedPlace = { readonly admin: string; readonly path: string };

async function listLinkedPlaces(commonDir: string): Promise<readonly LinkedPlace[]> {
  const names = (await readdir(join(commonDir, "worktrees")).catch(returnNullIfAbsent)) ?? [];
  return Promise.all(names.map((name) => readLinkedPlace(join(commonDir, "worktrees", name))));
}

function isAmong(folders: readonly string[], path: string): boolean {
  const ways = folders.map((folder) => relative(folder, path));
  return ways.some((way) => way !== ".." && !way.startsWith("../"));
}

async function readLinkedPlace(admin: string): Promise<LinkedPlace> {
  const link = (await readPlainText(join(admin, "gitdir")))?.trim() ?? "";
  return { admin, path: link === "" ? basename(admin) : dirname(resolve(admin, link)) };
}

/** What git is in the middle of in a worktree, with which branches. `folder`: all that git keeps about it there. */
export async function listHeldBranches(
  admin: string,
): Promise<readonly { readonly folder: string; readonly branches: readonly string[] }[]> {
  return Promise.all(
    holds.map(async ({ file }) => {
      const lines = (await readPlainText(join(admin, file)))?.split("\n") ?? [];
      const names = lines.map((line) => line.trim()).filter((line) => line !== "" && !/^[0-9a-f]{40,64}$/.test(line));
      return { folder: file.split("/")[0] ?? file, branches: names.map((name) => name.replace(/^refs\/heads\//, "")) };
    }),
  );
}

const holds: readonly { readonly file: string; readonly deed: string }[] = [
  { file: "rebase-merge/head-name", deed: "a rebase" },
  { file: "rebase-apply/head-name", deed: "a rebase" },
  { file: "rebase-merge/update-refs", deed: "a rebase" },
  { file: "BISECT_START", deed: "a bisection" },
];

async function readHeldBranches(admin: string, path: string, branch: string): Promise<readonly string[]> {
  const names = [branch, `refs/heads/${branch}`];
  const found = await Promise.all(
    holds.map(async ({ file, deed }) => {
      const lines = (await readPlainText(join(admin, file)))?.split("\n") ?? [];
      return lines.some((line) => names.includes(line.trim()))
        ? [`${deed} of ${branch} is in progress at ${path}`]
        : [];
    }),
  );
  return [...new Set(found.flat())];
}
