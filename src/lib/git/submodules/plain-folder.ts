/** Folders below one that programs of others have written: a link on the way would lead us out of it. */
import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../../files/if-there.ts";
import { returnNullIfAbsent } from "../../files/plain-file.ts";

/** Is `root/path` a folder, and each one on the way to it, none of them a link? */
export async function isPlainFolder(root: string, path: string): Promise<boolean> {
  let at = root;
  for (const part of path.split("/")) {
    at = join(at, part);
    const found = await lstat(at).catch(returnNullIfAbsent);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

/** Makes what is missing of the way, one folder after the other. False: something else is there. */
export async function makePlainFolder(root: string, path: string): Promise<boolean> {
  let at = root;
  for (const part of path.split("/")) {
    at = join(at, part);
    await mkdir(at).catch(ignoreIfExists);
    const found = await lstat(at).catch(returnNullIfAbsent);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

function ignoreIfExists(error: unknown): void {
  if (!hasCode(error, "EEXIST")) throw error;
}
