/** What everything of ours takes on the disk, by what it is. Who asks waits for it, so it is looked at for a while only. */
import { statfsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gigabytes } from "../../config/doctor/machine.ts";
import { finding, type Finding } from "../../config/doctor/finding.ts";
import type { Home } from "../../config/home.ts";
import { limits } from "../../domain/limits.ts";
import { nullIfAbsent } from "../../lib/plain-file.ts";
import { measureTree } from "../../lib/measure-tree.ts";

export type DiskUse = {
  readonly workspaces: number;
  /** Workspaces that checks run in, with what they keep there. */
  readonly checks: number;
  /** What programs of projects have downloaded. */
  readonly caches: number;
  readonly trash: number;
  /** Output of turns, conversations and logs. */
  readonly logs: number;
  /** Databases, and our own git directories. */
  readonly data: number;
  readonly free: number;
  /** False: there is more than could be counted in time. */
  readonly isWhole: boolean;
};

export type Measured = {
  readonly home: Home;
  /** Where workspaces are, beside the home. */
  readonly roots: readonly string[];
  readonly nowMs: () => number;
  readonly lookMs?: number;
};

export async function diskUse({ home, roots, nowMs, lookMs = limits.diskLookMs }: Measured): Promise<DiskUse> {
  const endMs = nowMs() + lookMs;
  let isWhole = true;
  const isOver = (): boolean => nowMs() >= endMs;
  const elsewhere = [...new Set(roots)].filter((root) => !root.startsWith(`${home.workspaces}/`));
  const trashes = [home.trash, ...elsewhere.map((root) => join(root, ".trash"))];
  const checks = await checksIn(home);
  const sum = async (paths: readonly string[], leftOut: readonly string[] = []): Promise<number> => {
    let bytes = 0;
    for (const path of paths) {
      const measured = await measureTree(path, { isOver, skip: (one) => leftOut.includes(one) });
      bytes += measured.bytes;
      isWhole &&= measured.isWhole;
    }
    return bytes;
  };
  // The quick ones first: what takes longest is what may be cut off.
  const logs = await sum([home.turns, home.sessions, dirname(home.log)]);
  const data = await sum([home.database, `${home.database}-wal`, home.backups, home.projects], checks);
  const [trash, caches] = [await sum(trashes), await sum([home.caches])];
  const [ofChecks, workspaces] = [await sum(checks), await sum([home.workspaces, ...elsewhere], trashes)];
  const { bavail, bsize } = statfsSync(home.path);
  return { workspaces, checks: ofChecks, caches, trash, logs, data, free: bavail * bsize, isWhole };
}

async function checksIn({ projects }: Home): Promise<readonly string[]> {
  const names = (await readdir(projects).catch(nullIfAbsent)) ?? [];
  return names.map((name) => join(projects, name, "checks"));
}

export function diskFinding({ workspaces, checks, caches, trash, logs, data, isWhole }: DiskUse): Finding {
  const parts = [
    ["workspaces", workspaces],
    ["checks", checks],
    ["caches", caches],
    ["trash", trash],
    ["logs", logs],
    ["data", data],
  ] as const;
  const text = parts.map(([name, bytes]) => `${name} ${gigabytes(bytes)}`).join(", ");
  return finding("disk", "ok", `used: ${isWhole ? "" : "at least "}${text}`);
}
