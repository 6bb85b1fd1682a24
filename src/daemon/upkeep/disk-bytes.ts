import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent } from "../../lib/plain-file.ts";

export type Measuring = {
  /** Not looked into, and not counted. */
  readonly skip?: (path: string) => boolean;
  /** Then what was counted so far is the answer. */
  readonly isOver?: () => boolean;
};

/** What a file or folder takes on the disk; what goes meanwhile counts as nothing. */
export async function diskBytes(path: string, measuring: Measuring = {}): Promise<number> {
  const { skip = () => false, isOver = () => false } = measuring;
  if (isOver() || skip(path)) return 0;
  const found = await lstat(path).catch(nullIfAbsent);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.blocks * 512;
  let bytes = 0;
  for (const name of (await readdir(path).catch(nullIfAbsent)) ?? [])
    bytes += await diskBytes(join(path, name), measuring);
  return bytes;
}
