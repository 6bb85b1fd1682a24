/**
 * What an agent may leave in the git folders that it can write: a pipe, a socket or a link in place of a ref or an
 * object. Whoever opens a pipe waits for ever, the person's `git branch` too, and a link leads to files of others. They
 * are removed by name, and never opened.
 */
import type { Dirent } from "node:fs";
import { readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../files/if-there.ts";
import { returnNullIfAbsent } from "../files/plain-file.ts";

/**
 * Which links go. `not_refs`: those that stand for no other ref, as git used to write them. `none`: the folder is the
 * person's, and so may be its links.
 */
export type OddLinks = "all" | "not_refs" | "none";

/** Whoever makes more files than these, or deeper folders, has gone astray; what lies beyond is left. */
const FILES_MAX = 200_000;
const DEPTH_MAX = 24;

/** Answers what was removed. */
export async function sweepOddFiles(folder: string, links: OddLinks): Promise<readonly string[]> {
  const swept: string[] = [];
  const waiting = [{ path: folder, depth: 0 }];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { path, depth } = at;
    for (const entry of (await readdir(path, { withFileTypes: true }).catch(returnNullIfAbsent)) ?? []) {
      const file = join(path, entry.name);
      seen += 1;
      if (seen > FILES_MAX) return swept;
      if (entry.isDirectory() && depth < DEPTH_MAX) waiting.push({ path: file, depth: depth + 1 });
      if (!(await isOdd(entry, file, links))) continue;
      await rm(file, { force: true });
      swept.push(file);
    }
  }
  return swept;
}

async function isOdd(entry: Dirent, file: string, links: OddLinks): Promise<boolean> {
  if (entry.isDirectory() || entry.isFile()) return false;
  if (!entry.isSymbolicLink()) return true;
  if (links !== "not_refs") return links === "all";
  const target = await readlink(file).catch((error: unknown) =>
    hasCode(error, "EINVAL") ? "" : returnNullIfAbsent(error),
  );
  return target?.startsWith("refs/") === false;
}
