/** Prepared folders that no workspace was given for long go, what was left half made, and beyond a number or a total those given longest ago. */
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { limits } from "../../domain/model/limits.ts";
import { measureTree, createDeadline } from "../../lib/files/measure-tree.ts";
import { returnNullIfAbsent } from "../../lib/files/plain-file.ts";
import { removeEntry, formatEntryNote } from "../../lib/prepared/entry.ts";
import type { CleanedUp } from "../context.ts";

/** `wantedBytes`: so much is to go, if it may, also where there is no more than is kept. */
export type PreparedSweep = {
  /** One folder a project, and in it one for each lockfile. */
  readonly prepared: string;
  readonly nowMs: number;
  readonly keptBytes?: number;
  readonly wantedBytes?: number;
};

type PreparedEntry = {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** It was not finished, or not removed to the end, when a daemon died. */
  readonly isHalf: boolean;
};

export async function sweepPrepared(options: PreparedSweep): Promise<CleanedUp["removed"]> {
  const { prepared, nowMs, keptBytes = limits.preparedKeptBytes, wantedBytes = 0 } = options;
  const removed: CleanedUp["removed"][number][] = [];
  const oldestFirst = (await listEntries(prepared)).toSorted((left, right) => left.usedMs - right.usedMs);
  let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
  const totalKept = Math.min(keptBytes, total - wantedBytes);
  for (const [n, { path, bytes, usedMs, isHalf }] of oldestFirst.entries()) {
    const rivals = oldestFirst.slice(n + 1).filter((other) => !other.isHalf && dirname(other.path) === dirname(path));
    const isOver =
      isHalf ||
      total > totalKept ||
      rivals.length >= limits.preparedPerProject ||
      nowMs - usedMs >= limits.preparedKeptMs;
    if (!isOver || nowMs - usedMs < limits.preparedInUseMs) continue;
    await removeEntry(path);
    total -= bytes;
    removed.push({ what: "prepared folders", path, bytes });
  }
  return removed;
}

async function listEntries(folder: string): Promise<readonly PreparedEntry[]> {
  const projects = (await readdir(folder).catch(returnNullIfAbsent)) ?? [];
  const paths = await Promise.all(
    projects.map(async (project) => {
      const names = (await readdir(join(folder, project)).catch(returnNullIfAbsent)) ?? [];
      const ofEntries = names.map((name) => (name.endsWith(NOTE) ? name.slice(0, -NOTE.length) : name));
      return [...new Set(ofEntries)].map((name) => join(folder, project, name));
    }),
  );
  return Promise.all(
    paths.flat().map(async (path) => {
      const used = await stat(formatEntryNote(path)).catch(returnNullIfAbsent);
      const made = used ?? (await stat(path).catch(returnNullIfAbsent));
      const { bytes } = await measureTree(path, { isOver: createDeadline(limits.diskLookMs) });
      return { path, bytes, usedMs: made?.mtimeMs ?? 0, isHalf: used === null };
    }),
  );
}

const NOTE = formatEntryNote("");
