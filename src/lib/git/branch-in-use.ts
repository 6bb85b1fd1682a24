/** Who has a branch checked out, or holds it for a rebase or a bisection: nobody may move it under them. */
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Repository } from "./repository.ts";
import type { GitAnswer } from "./git-run.ts";
import { nullIfAbsent, readPlainText } from "../plain-file.ts";

export type BranchUse =
  | { readonly kind: "free" }
  | { readonly kind: "checked_out"; readonly checkout: string }
  /** Moved only by whoever holds it. Each line says who. */
  | { readonly kind: "held"; readonly by: readonly string[] };

export async function branchUse(repository: Repository, branch: string): Promise<GitAnswer<BranchUse>> {
  const listed = await repository.worktrees.list();
  if (!listed.ok) return listed;
  const holders = await holdersOf(repository, branch);
  if (holders.length > 0) return { ok: true, value: { kind: "held", by: holders } };
  const checkouts: string[] = [];
  for (const worktree of listed.value) {
    if (worktree.branch === `refs/heads/${branch}` && (await isThere(worktree.path))) checkouts.push(worktree.path);
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
  return (await stat(path).catch(nullIfAbsent)) !== null;
}

/** What git is in the middle of, in any worktree, with this branch. */
async function holdersOf({ commonDir, checkout }: Repository, branch: string): Promise<readonly string[]> {
  const linked = (await readdir(join(commonDir, "worktrees")).catch(nullIfAbsent)) ?? [];
  const places = [
    { admin: commonDir, path: checkout ?? commonDir },
    ...(await Promise.all(linked.map((name) => linkedPlace(join(commonDir, "worktrees", name))))),
  ];
  const found = await Promise.all(places.map(({ admin, path }) => heldAt(admin, path, branch)));
  return found.flat();
}

async function linkedPlace(admin: string): Promise<{ readonly admin: string; readonly path: string }> {
  const link = (await readPlainText(join(admin, "gitdir")))?.trim() ?? "";
  return { admin, path: link === "" ? basename(admin) : dirname(link) };
}

const holds: readonly { readonly file: string; readonly deed: string }[] = [
  { file: "rebase-merge/head-name", deed: "a rebase" },
  { file: "rebase-apply/head-name", deed: "a rebase" },
  { file: "rebase-merge/update-refs", deed: "a rebase" },
  { file: "BISECT_START", deed: "a bisection" },
];

async function heldAt(admin: string, path: string, branch: string): Promise<readonly string[]> {
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
