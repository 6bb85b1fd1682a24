/**
 * What a file or folder takes on the disk: allocated blocks, so that the holes of a sparse file cost nothing. Folders may
 * hold anything: a million files, pipes, sockets, names that nobody may read, paths longer than the system takes. None of
 * it is opened, and what cannot be looked at is passed over.
 */
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent } from "./plain-file.ts";
import { hasCode } from "./if-there.ts";

export type Measuring = {
  /** Not looked into, and not counted. */
  readonly skip?: (path: string) => boolean;
  /** Then what was counted so far is the answer. */
  readonly isOver?: () => boolean;
};

/** `isWhole` false: there is more than could be counted. */
export type TreeSize = { readonly bytes: number; readonly isWhole: boolean };

export async function measureTree(path: string, { skip = () => false, isOver = () => false }: Measuring = {}) {
  const waiting = [path];
  const sum = { bytes: 0, isWhole: true };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isOver()) return { ...sum, isWhole: false };
    if (skip(at)) continue;
    const found = await lookAt(at);
    if (found === "hidden") sum.isWhole = false;
    if (found === null || found === "hidden") continue;
    sum.bytes += found.blocks * BLOCK_BYTES;
    if (found.isDirectory() && !(await addNames(at, waiting, isOver))) sum.isWhole = false;
  }
  return sum satisfies TreeSize;
}

/** Of `stat`, whatever the file system's own blocks are. */
const BLOCK_BYTES = 512;

/** Null: it is gone. */
const lookAt = (path: string) => lstat(path).catch(toHiddenOrAbsent);

/** A folder of a million names is read a few at a time. False: not all of them. */
async function addNames(folder: string, to: string[], isOver: () => boolean): Promise<boolean> {
  const opened = await opendir(folder, { bufferSize: 256 }).catch(toHiddenOrAbsent);
  if (opened === null) return true;
  if (opened === "hidden") return false;
  try {
    for await (const { name } of opened) {
      to.push(join(folder, name));
      if (to.length > WAITING_MAX || isOver()) return false;
    }
    return true;
  } catch (error) {
    return toHiddenOrAbsent(error) === null;
  }
}

/** Names that wait to be looked at; more would only be held in memory. */
const WAITING_MAX = 2_000_000;

/** Not ours to read, deeper than a path can say, or on a disk that fails. */
function toHiddenOrAbsent(error: unknown): "hidden" | null {
  return hasCode(error, "EACCES", "EPERM", "ENAMETOOLONG", "EIO", "EMFILE", "ENFILE")
    ? "hidden"
    : returnNullIfAbsent(error);
}

/** For `isOver`: a look that takes at most this long. */
export function createDeadline(ms: number, nowMs: () => number = () => performance.now()): () => boolean {
  const endMs = nowMs() + ms;
  return () => nowMs() >= endMs;
}
