/** Caches of projects go when they were not used for long, and beyond a total the longest unused first. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../domain/model/limits.ts";
import { measureTree, createDeadline } from "../../lib/files/measure-tree.ts";
import { returnNullIfAbsent } from "../../lib/files/plain-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import type { CleanedUp } from "../context.ts";
import { formatCacheNote } from "../project-plugins/sandbox/closed-home.ts";

/** `wantedBytes`: so much is to go, if it may, also where there is no more than is kept. */
export type CacheSweep = {
  readonly caches: string;
  readonly nowMs: number;
  readonly keptBytes?: number;
  readonly wantedBytes?: number;
};

export async function sweepCaches(options: CacheSweep) {
  const { caches, nowMs, keptBytes = limits.cachesKeptBytes, wantedBytes = 0 } = options;
  const removed: CleanedUp["removed"][number][] = [];
  const all = await listCaches(caches);
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const totalKept = Math.min(keptBytes, total - wantedBytes);
  for (const { path, bytes, usedMs, isOfProject } of all.toSorted((left, right) => left.usedMs - right.usedMs)) {
    const unusedMs = nowMs - usedMs;
    if (unusedMs < limits.cacheInUseMs || (unusedMs < limits.cachesKeptMs && total <= totalKept)) continue;
    await removeTree(path);
    await rm(formatCacheNote(path), { force: true });
    total -= bytes;
    removed.push({ what: isOfProject ? "cache of a project" : "cache", path, bytes });
  }
  return removed;
}

type Cache = { readonly path: string; readonly bytes: number; readonly usedMs: number; readonly isOfProject: boolean };

/**
 * One folder a project, and in it one for agents and one for checks, each with a note of its last use. Compiled code of
 * `ao` lies beside them without a note: its folder changes whenever something is added to it.
 */
async function listCaches(folder: string): Promise<readonly Cache[]> {
  const projects = (await readdir(folder).catch(returnNullIfAbsent)) ?? [];
  const paths = await Promise.all(
    projects.map(async (project) => {
      const entries = (await readdir(join(folder, project), { withFileTypes: true }).catch(returnNullIfAbsent)) ?? [];
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, project, name));
    }),
  );
  return Promise.all(
    paths.flat().map(async (path) => {
      const found = await stat(formatCacheNote(path)).catch(returnNullIfAbsent);
      const { bytes } = await measureTree(path, { isOver: createDeadline(limits.diskLookMs) });
      const { mtimeMs: usedMs } = found ?? (await stat(path).catch(returnNullIfAbsent)) ?? { mtimeMs: 0 };
      return { path, bytes, usedMs, isOfProject: found !== null };
    }),
  );
}
