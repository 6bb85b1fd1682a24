/**
 * What a worktree shares with the repository it belongs to. Mounts work on files and folders, and git replaces files by
 * renaming a lock file beside them, so whoever may move one branch may move its neighbours: the folder of the session's
 * branch is writable as a whole. The rest of the shared folder is read-only, be it there or not: configuration, hooks,
 * attributes, the default branch, tags, remote branches, packed refs, replacements, the stash, and objects once packed.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { realPath } from "./confinement-layers.ts";

export type GitShare = {
  readonly folder: string;
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
};

export type WorktreeOf = {
  /** The person's git folder (`git rev-parse --git-common-dir`). Never read from the workspace: the agent writes there. */
  readonly commonDir: string;
  readonly workspace: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly defaultBranch: string;
};

/** Answers null when the repository knows no worktree there: then there is nothing to share. */
export async function shareGit({ commonDir, workspace, branch, defaultBranch }: WorktreeOf): Promise<GitShare | null> {
  const own = await worktreeFolder(commonDir, workspace);
  if (own === null) return null;
  const refs = dirname(join("refs", "heads", branch));
  const folders = [join(commonDir, refs), join(commonDir, "logs", refs)];
  for (const folder of folders) await keep(folder);
  const of = (...names: readonly string[]): readonly string[] => names.map((name) => join(commonDir, name));
  return {
    folder: commonDir,
    writable: [...folders, own, ...of("objects", "lfs", "reftable")],
    readOnly: [
      join(workspace, ".git"),
      ...["commondir", "gitdir", "config.worktree"].map((name) => join(own, name)),
      ...of("objects/pack", "objects/info"),
      ...(refs === join("refs", dirname(join("heads", defaultBranch))) ? of(join("refs", "heads", defaultBranch)) : []),
    ],
  };
}

async function worktreeFolder(commonDir: string, workspace: string): Promise<string | null> {
  const all = join(commonDir, "worktrees");
  for (const name of existsSync(all) ? await readdir(all) : []) {
    const file = join(all, name, "gitdir");
    if (!existsSync(file)) continue;
    const folder = dirname(resolve(dirname(file), (await readFile(file, "utf8")).trim()));
    if (folder === workspace || realPath(folder) === realPath(workspace)) return join(all, name);
  }
  return null;
}

/**
 * When the person's git packs all refs of a folder it removes the folder, and with it the mount of a running program. A
 * file that git takes for somebody's lock is ignored by it and keeps the folder.
 */
async function keep(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "keep-folder.lock");
  if (!existsSync(file)) await writeFile(file, "");
}
