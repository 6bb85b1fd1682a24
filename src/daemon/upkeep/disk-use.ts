/** What everything of ours takes on the disk, by what it is. Who asks waits for it, so it is looked at for a while only. */
import { statfsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatGigabytes } from "../../config/doctor/machine.ts";
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import type { HomePaths } from "../../config/home.ts";
import { limits } from "../../domain/model/limits.ts";
import { returnNullIfAbsent } from "../../lib/files/plain-file.ts";
import { measureTree } from "../../lib/files/measure-tree.ts";

export type DiskUse = {
  readonly workspaces: number;
  /** Workspaces that checks run in, with what they keep there. */
  readonly checks: number;
  /** What programs of projects have downloaded. */
  readonly caches: number;
  /** What set-up made, for all workspaces with the same lockfiles. */
  readonly prepared: number;
  readonly trash: number;
  /** Output of turns, conversations and logs. */
  readonly logs: number;
  /** Databases, and our own git directories. */
  readonly data: number;
  readonly free: number;
  /** Of these there is more than could be counted in time. */
  readonly incomplete: DiskPart[];
};

export type DiskPart = Exclude<keyof DiskUse, "free" | "incomplete">;

export type DiskMeasure = {
  readonly home: HomePaths;
  /** Where workspaces are, beside the home. */
  readonly roots: readonly string[];
  readonly nowMs: () => number;
  readonly lookMs?: number;
};

export async function measureDiskUse({
  home,
  roots,
  nowMs,
  lookMs = limits.diskLookMs,
}: DiskMeasure): Promise<DiskUse> {
  const endMs = nowMs() + lookMs;
  const isOver = (): boolean => nowMs() >= endMs;
  const elsewhere = [...new Set(roots)].filter((root) => !root.startsWith(`${home.workspaces}/`));
  const trashes = [home.trash, ...elsewhere.map((root) => join(root, ".trash"))];
  const checks = await listChecksFolders(home);
  const incomplete: DiskPart[] = [];
  const sum = async (part: DiskPart, paths: readonly string[], leftOut: readonly string[] = []): Promise<number> => {
    let bytes = 0;
    let isWhole = true;
    for (const path of paths) {
      const measured = await measureTree(path, { isOver, skip: (one) => leftOut.includes(one) });
      bytes += measured.bytes;
      isWhole &&= measured.isWhole;
    }
    if (!isWhole) incomplete.push(part);
    return bytes;
  };
  // Side by side: one that is large must not leave the others uncounted.
  const [logs, data, trash, caches, prepared, ofChecks, workspaces] = await Promise.all([
    sum("logs", [home.turns, home.sessions, dirname(home.log)]),
    sum("data", [home.database, `${home.database}-wal`, home.backups, home.projects], checks),
    sum("trash", trashes),
    sum("caches", [home.caches]),
    sum("prepared", [home.prepared]),
    sum("checks", checks),
    sum("workspaces", [home.workspaces, ...elsewhere], trashes),
  ]);
  const { bavail, bsize } = statfsSync(home.path);
  return { workspaces, checks: ofChecks, caches, prepared, trash, logs, data, free: bavail * bsize, incomplete };
}

async function listChecksFolders({ projects }: HomePaths): Promise<readonly string[]> {
  const names = (await readdir(projects).catch(returnNullIfAbsent)) ?? [];
  return names.map((name) => join(projects, name, "checks"));
}

export function findDiskFinding(use: DiskUse): Finding {
  const words = (part: DiskPart): string => {
    const size = formatGigabytes(use[part]);
    if (!use.incomplete.includes(part)) return `${part} ${size}`;
    return use[part] < LITTLE ? `${part} not counted in time` : `${part} over ${size}`;
  };
  return createFinding("disk", "ok", `used: ${PARTS.map(words).join(", ")}`);
}

/** So little was counted that it says nothing. */
const LITTLE = 1_000_000;
const PARTS: readonly DiskPart[] = ["workspaces", "checks", "prepared", "caches", "trash", "logs", "data"];
