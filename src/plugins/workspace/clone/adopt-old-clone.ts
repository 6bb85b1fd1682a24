/**
 * Earlier versions made a clone with its git directory inside the workspace, configuration and all for the agent to
 * write. Its objects, refs and index move into a repository of the session's own; its configuration and hooks do not.
 */
import { cp, lstat, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatPrivateWorktree } from "../../../lib/git/private-repository.ts";
import { sweepOddFiles } from "../../../lib/git/sweep-odd-files.ts";
import { hasCode } from "../../../lib/files/if-there.ts";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import type { SessionPaths } from "../shared/session-paths.ts";
import type { MadeWorkspace, WorkspaceContext } from "../shared/layout.ts";

/** Where it waits while it is taken apart: a crash may fall in between. */
const formatParkedPath = (paths: SessionPaths): string => join(paths.folder, "old-clone");

export async function isOldClone({ desk: paths, note }: MadeWorkspace): Promise<boolean> {
  const git = join(paths.path, ".git");
  const wasInside = note.gitDir === git && (await lstat(git).catch(returnNullIfAbsent))?.isDirectory() === true;
  return wasInside || (await lstat(formatParkedPath(paths)).catch(returnNullIfAbsent)) !== null;
}

const SHARED = ["objects", "refs", "logs", "lfs"];
const OF_THE_WORKSPACE = [
  "index",
  "HEAD",
  "MERGE_HEAD",
  "MERGE_MSG",
  "CHERRY_PICK_HEAD",
  "rebase-merge",
  "rebase-apply",
];

export async function adoptOldClone({ desk: paths }: WorkspaceContext): Promise<void> {
  const old = formatParkedPath(paths);
  await move(join(paths.path, ".git"), old);
  await rm(join(old, "objects/info"), { recursive: true, force: true });
  for (const name of SHARED) await replace(join(old, name), join(paths.privateGit, name));
  await replace(join(old, "packed-refs"), join(paths.privateGit, "packed/packed-refs"));
  const worktree = formatPrivateWorktree({ dir: paths.privateGit, workspace: paths.path });
  for (const name of OF_THE_WORKSPACE) await replace(join(old, name), join(worktree, name));
  await sweepOddFiles(paths.privateGit, "all");
  await rm(old, { recursive: true, force: true });
}

async function replace(from: string, to: string): Promise<void> {
  const found = await lstat(from).catch(returnNullIfAbsent);
  if (found === null || !(found.isDirectory() || found.isFile())) return;
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
}

/** Workspaces may lie on another filesystem. What is there already was moved before a crash. */
async function move(from: string, to: string): Promise<void> {
  if ((await lstat(from).catch(returnNullIfAbsent))?.isDirectory() !== true) return;
  await rm(to, { recursive: true, force: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    await cp(from, `${to}.new`, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(`${to}.new`, to);
    await rm(from, { recursive: true });
  }
}
