/** The index of a workspace, taken over byte by byte: git itself never runs on the one that the agent can write. */
import { open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isWorkedIn } from "../../../lib/git/is-worked-in.ts";
import { returnNullIfAbsent, readPlainFile } from "../../../lib/files/plain-file.ts";
import { WorkspaceTrouble } from "./trouble.ts";

/** Copies the index of `gitDir` into the folder `to`, with the other half of a split one. No index, no copy. */
export async function copyIndex(gitDir: string, to: string): Promise<void> {
  const [source, copy] = [join(gitDir, "index"), join(to, "index")];
  const about = await stat(source).catch(returnNullIfAbsent);
  const bytes = await readPlainFile(source);
  if (about === null || bytes === null) return rm(copy, { force: true });
  await writeFile(copy, bytes, { mode: 0o600 });
  // If the copy looked younger, git would believe that files changed since are the ones it knows.
  const seconds = Math.floor(about.mtimeMs) / 1000;
  await utimes(copy, seconds, seconds);
  for (const name of await readdir(gitDir)) {
    const half = name.startsWith("sharedindex.") ? await readPlainFile(join(gitDir, name)) : null;
    if (half !== null) await writeFile(join(to, name), half, { mode: 0o600 });
  }
}

/** Puts an index of ours in place, as git itself would: through its lock file. */
export async function installIndex(file: string, gitDir: string): Promise<void> {
  const lock = join(gitDir, "index.lock");
  await clearLeftLock(lock);
  const taken = await open(lock, "wx", 0o644).catch(returnNullIfTaken);
  if (taken === null) {
    throw new WorkspaceTrouble("unavailable", `Another git holds ${lock}. If none is running, delete that file.`);
  }
  try {
    await taken.writeFile((await readPlainFile(file)) ?? "");
  } finally {
    await taken.close();
  }
  await rename(lock, join(gitDir, "index"));
}

/** A git that was killed leaves its lock. Nobody writes an index for this long. */
const LEFT_AFTER_MS = 60_000;
const LOOKS = 5;
const LOOK_EVERY_MS = 100;

/** Takes away a lock that a dead git left; a fresh one is waited for, a little. */
export async function clearLeftLock(lock: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const found = await stat(lock).catch(returnNullIfAbsent);
    if (found === null) return;
    if (Date.now() - found.mtimeMs > LEFT_AFTER_MS) return rm(lock, { force: true });
    await pause(LOOK_EVERY_MS);
  }
}

/** Between turns no agent's git runs in it: a lock is what a killed one left, unless a person is at work there now. */
export async function clearLockBetweenTurns(lock: string, workspace: string): Promise<void> {
  if (isWorkedIn(workspace) === false) await rm(lock, { force: true });
  else await clearLeftLock(lock);
}

function returnNullIfTaken(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
  throw error;
}
