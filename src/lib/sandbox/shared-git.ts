/**
 * What a program sees of git. In a repository of the session's own (`clone`) objects, refs, logs and the metadata of the
 * workspace are the agent's; what decides how git behaves there is not.
 *
 * A worktree shares the person's repository. Mounts work on files and folders, and git replaces files by renaming a lock
 * file beside them, so whoever may move one branch may move its neighbours: the folder of the session's branch is
 * writable as a whole. The rest of the shared folder is read-only, be it there or not: configuration, hooks, attributes,
 * the default branch, tags, remote branches, packed refs, replacements, the stash, and objects once packed.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { listSubmoduleObjects } from "../git/submodules/submodule-store.ts";
import { findRealPath } from "./confinement-layers.ts";

export type GitShare = {
  readonly folder: string;
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /** Outside of the folder, and needed: the objects it borrows, those of submodules and of git-lfs, the person's hooks. */
  readonly readable: readonly string[];
};

export type WorkspaceGit = {
  /** The person's git folder (`git rev-parse --git-common-dir`). Never read from the workspace: the agent writes there. */
  readonly commonDir: string;
  /** Where the session's own repository lies, if it has one. */
  readonly privateGit: string;
  readonly workspace: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly defaultBranch: string;
};

/** Answers null when no repository knows a worktree there: then there is nothing to share. */
export async function shareGit(request: WorkspaceGit): Promise<GitShare | null> {
  const { commonDir, privateGit, workspace } = request;
  const readable = [...listObjectFolders(join(commonDir, "objects")), join(commonDir, "hooks")];
  const own = await findWorktreeFolder(privateGit, workspace);
  if (own !== null) {
    const lent = [...readable, ...(await listLentFolders(commonDir))];
    return { ...(await sharePrivate(privateGit, own, workspace)), readable: lent };
  }
  const linked = await findWorktreeFolder(commonDir, workspace);
  return linked === null ? null : { ...(await shareWorktree(request, linked)), readable };
}

/** What a repository borrows along with objects: those of its submodules, and the files of git-lfs beside them. */
async function listLentFolders(commonDir: string): Promise<readonly string[]> {
  const submodules = await listSubmoduleObjects(commonDir);
  return [...submodules.flatMap((objects) => listObjectFolders(objects)), join(commonDir, "lfs/objects")];
}

async function sharePrivate(folder: string, own: string, workspace: string): Promise<Omit<GitShare, "readable">> {
  return {
    folder,
    writable: [own, ...["objects", "refs", "logs", "packed", "lfs"].map((name) => join(folder, name))],
    readOnly: [...(await listWorkspaceLinks(own, workspace)), join(folder, "objects/info")],
  };
}

async function shareWorktree(
  { commonDir, workspace, branch, defaultBranch }: WorkspaceGit,
  own: string,
): Promise<Omit<GitShare, "readable">> {
  const refs = dirname(join("refs", "heads", branch));
  const folders = [join(commonDir, refs), join(commonDir, "logs", refs)];
  for (const folder of folders) await keep(folder);
  const of = (...names: readonly string[]): readonly string[] => names.map((name) => join(commonDir, name));
  return {
    folder: commonDir,
    writable: [...folders, own, ...of("objects", "lfs", "reftable")],
    readOnly: [
      ...(await listWorkspaceLinks(own, workspace)),
      ...of("objects/pack", "objects/info"),
      ...(refs === join("refs", dirname(join("heads", defaultBranch))) ? of(join("refs", "heads", defaultBranch)) : []),
    ],
  };
}

/** What ties a workspace to its repository, and its settings: an empty file where there are none, so that none can be made. */
async function listWorkspaceLinks(own: string, workspace: string): Promise<readonly string[]> {
  const settings = join(own, "config.worktree");
  if (!existsSync(settings)) await writeFile(settings, "", { flag: "a" });
  return [join(workspace, ".git"), settings, join(own, "commondir"), join(own, "gitdir")];
}

/** A repository may borrow objects itself, five steps at the most. */
const LENDERS_MAX = 5;

function listObjectFolders(objects: string, depth = 0): readonly string[] {
  const file = join(objects, "info/alternates");
  if (depth >= LENDERS_MAX || !existsSync(file)) return [objects];
  const lines = readFileSync(file, "utf8").split("\n");
  const lenders = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => resolve(objects, line));
  return [objects, ...lenders.flatMap((lender) => listObjectFolders(lender, depth + 1))];
}

async function findWorktreeFolder(commonDir: string, workspace: string): Promise<string | null> {
  const all = join(commonDir, "worktrees");
  for (const name of existsSync(all) ? await readdir(all) : []) {
    const file = join(all, name, "gitdir");
    if (!existsSync(file)) continue;
    const folder = dirname(resolve(dirname(file), (await readFile(file, "utf8")).trim()));
    if (folder === workspace || findRealPath(folder) === findRealPath(workspace)) return join(all, name);
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
