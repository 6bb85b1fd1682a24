/** Which files git can take in within bounded time. It would read a giant to its end, and cannot store a pipe at all. */
import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../../../domain/model/limits.ts";
import { hasCode } from "../../../../lib/files/if-there.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";

export type LeftOut = { readonly path: string; readonly why: string };
export type Takeable = { readonly paths: readonly string[]; readonly leftOut: readonly LeftOut[] };

/** Paths relative to `root`, gone ones too. What is larger than allowed, alone or with those before it, is left out. */
export async function findTakeable(root: string, paths: readonly string[]): Promise<Takeable> {
  const taken: string[] = [];
  const leftOut: LeftOut[] = [];
  let bytesLeft: number = limits.savedBytesMax;
  for (const path of paths) {
    const { why, bytes } = await lookAt(join(root, path));
    const isTooBig = bytes > Math.min(bytesLeft, limits.savedFileBytesMax);
    if (why === null && !isTooBig) {
      taken.push(path);
      bytesLeft -= bytes;
    } else leftOut.push({ path, why: why ?? "too big" });
  }
  return { paths: taken, leftOut };
}

/** Its apparent size: the holes of a sparse file are read like everything else. */
async function lookAt(path: string): Promise<{ readonly why: string | null; readonly bytes: number }> {
  try {
    const found = await lstat(path).catch(returnNullIfAbsent);
    if (found === null || found.isSymbolicLink() || found.isDirectory()) return { why: null, bytes: 0 };
    if (!found.isFile()) return { why: "no file", bytes: 0 };
    await access(path, constants.R_OK);
    return { why: null, bytes: found.size };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return { why: null, bytes: 0 };
    if (hasCode(error, "EACCES", "EPERM", "ENAMETOOLONG", "EIO")) return { why: "cannot be read", bytes: 0 };
    throw error;
  }
}
