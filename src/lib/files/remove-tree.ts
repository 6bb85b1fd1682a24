/**
 * Removes a folder with all in it, whatever a program has left there: folders that nobody may write, and folders nested
 * deeper than a path can say. Those are first renamed to the top, where their names are short.
 */
import { chmod, lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./if-there.ts";
import { returnNullIfAbsent } from "./plain-file.ts";

/** Far below what the system takes (1,024 on macOS, 4,096 on Linux): the names below it are long, too. */
const PATH_BYTES_MAX = 700;
/** Each time the whole folder is gone through; a program that still writes there cannot keep us for ever. */
const ROUNDS_MAX = 4;

/** What is not there needs no removing. */
export async function removeTree(folder: string): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (round === ROUNDS_MAX || !hasCode(error, "EACCES", "EPERM", "ENAMETOOLONG", "ENOTEMPTY")) throw error;
      await flatten(folder, round);
    }
  }
}

async function flatten(top: string, round: number): Promise<void> {
  const waiting = [top];
  let moved = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const found = await lstat(at).catch(returnNullIfAbsent);
    if (found?.isDirectory() !== true) continue;
    if ((found.mode & 0o700) !== 0o700) await chmod(at, 0o700);
    if (Buffer.byteLength(at) > Buffer.byteLength(top) + PATH_BYTES_MAX) {
      moved += 1;
      const next = join(top, `.deep-${round}-${moved}`);
      await rename(at, next);
      at = next;
    }
    for (const entry of await readdir(at, { withFileTypes: true }))
      if (entry.isDirectory()) waiting.push(join(at, entry.name));
  }
}
