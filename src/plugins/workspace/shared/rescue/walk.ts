/** Looks through a folder up to a bound: counting a folder of downloads to its end would take minutes. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../../../../lib/files/if-there.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";

export type Bounds = { readonly files: number; readonly bytes: number };
export type Walked = { readonly paths: readonly string[]; readonly bytes: number };

/**
 * Files and links below `root/path`, relative to `root`, without git directories. A word instead: there is more than
 * allowed, or something that nobody may read or that no path reaches.
 */
export async function walk(root: string, path: string, bounds: Bounds): Promise<Walked | "too_big" | "hidden"> {
  try {
    return await walkWithin(root, path, bounds);
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "ENAMETOOLONG")) return "hidden";
    throw error;
  }
}

async function walkWithin(root: string, path: string, bounds: Bounds): Promise<Walked | "too_big"> {
  const waiting = [path];
  const paths: string[] = [];
  let bytes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const found = await lstat(join(root, at)).catch(returnNullIfAbsent);
    if (found === null) continue;
    if (found.isDirectory()) {
      const names = await readdir(join(root, at));
      if (names.length > bounds.files) return "too_big";
      waiting.push(...names.filter((name) => name !== ".git").map((name) => join(at ?? "", name)));
    } else if (found.isFile() || found.isSymbolicLink()) {
      paths.push(at);
      bytes += found.size;
    }
    if (paths.length > bounds.files || bytes > bounds.bytes) return "too_big";
  }
  return { paths, bytes };
}

/** Two that are larger are not compared: reading them would take minutes, and memory that nobody has. */
const COMPARED_BYTES_MAX = 64 * 1024 * 1024;

/** Same size, same bytes. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path).catch(returnNullIfAbsent)));
  if (a?.isFile() !== true || b?.isFile() !== true || a.size !== b.size) return false;
  if (a.size > COMPARED_BYTES_MAX) return false;
  const [left, right] = await Promise.all([readFile(one), readFile(other)]);
  return left.equals(right);
}
