/**
 * A worktree for a branch that nobody else can have checked out, written as git writes it (gitrepository-layout(5)), and
 * then checked out: one process instead of the three of `git worktree add`, which is most of the time in a small
 * repository. While it is locked no clean-up of the person's takes it for a ruin.
 */
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { returnNullIfAbsent } from "../files/plain-file.ts";
import { replaceFile } from "../files/replace-file.ts";

/** Answers the folder that the repository keeps for it. The path must not exist, or be empty. */
export async function writeNewWorktree(
  commonDir: string,
  { path, branch }: { readonly path: string; readonly branch: string },
): Promise<string> {
  const folder = await claimOwnFolder(commonDir, basename(path));
  await writeFile(formatLockKey(folder), "initializing");
  await mkdir(path, { recursive: true });
  await writeWhole(join(folder, "gitdir"), `${join(path, ".git")}\n`);
  await writeFile(join(path, ".git"), `gitdir: ${folder}\n`);
  await writeWhole(join(folder, "HEAD"), `ref: refs/heads/${branch}\n`);
  await writeWhole(join(folder, "commondir"), COMMON_DIR);
  return folder;
}

const COMMON_DIR = "../..\n";

/** On an empty file whoever reads the repository's worktrees trips, the person, too; on a missing one nobody does. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { flag: "wx" });
  await rename(`${file}.new`, file);
}

/** Git's own words when it met one that it, a power cut or somebody else left empty. */
export const hasTrippedOverWorktree = (stderr: string): boolean => /failed to read [^\n]*\/commondir: /.test(stderr);

/** Completes what was left so. Git never writes anything else there. */
export async function completeWorktrees(commonDir: string): Promise<void> {
  const worktrees = join(commonDir, "worktrees");
  for (const name of await readdir(worktrees)) {
    const file = join(worktrees, name, "commondir");
    const found = await lstat(file).catch(returnNullIfAbsent);
    if (found !== null && found.isFile() && found.size === 0) replaceFile(file, COMMON_DIR);
  }
}

export async function finishNewWorktree(folder: string): Promise<void> {
  await rm(formatLockKey(folder), { force: true });
}

const formatLockKey = (folder: string): string => join(folder, "locked");

/** The path's last part, with a number where another worktree has that name. */
async function claimOwnFolder(commonDir: string, name: string): Promise<string> {
  await mkdir(join(commonDir, "worktrees"), { recursive: true });
  for (let n = 0; ; n += 1) {
    const folder = join(commonDir, "worktrees", n === 0 ? name : `${name}${n}`);
    if (await isMade(folder)) return folder;
  }
}

async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
