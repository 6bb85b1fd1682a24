/** What everything of ours takes on the disk, by what it is. Who asks waits for it, so it is looked at for a while only. */
import { statfsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gigabytes } from "../../config/doctor/machine.ts";
import { finding, type Finding } from "../../config/doctor/finding.ts";
import type { Home } from "../../config/home.ts";
import { nullIfAbsent } from "../../lib/plain-file.ts";
import { diskBytes } from "./disk-bytes.ts";

export type DiskUse = {
  readonly workspaces: number;
  /** Workspaces that checks run in, with what they keep there. */
  readonly checks: number;
  readonly trash: number;
  /** Output of turns, conversations and logs. */
  readonly logs: number;
  /** Databases, and our own git directories. */
  readonly data: number;
  readonly free: number;
  /** False: there is more than could be counted in time. */
  readonly isWhole: boolean;
};

const LOOK_MS = 3_000;

export type Measured = {
  readonly home: Home;
  /** Where workspaces are, beside the home. */
  readonly roots: readonly string[];
  readonly nowMs: () => number;
  readonly lookMs?: number;
};

export async function diskUse({ home, roots, nowMs, lookMs = LOOK_MS }: Measured): Promise<DiskUse> {
  const endMs = nowMs() + lookMs;
  let isWhole = true;
  const isOver = (): boolean => {
    if (nowMs() >= endMs) isWhole = false;
    return !isWhole;
  };
  const elsewhere = [...new Set(roots)].filter((root) => !root.startsWith(`${home.workspaces}/`));
  const trashes = [home.trash, ...elsewhere.map((root) => join(root, ".trash"))];
  const checks = await checksIn(home);
  const sum = async (paths: readonly string[], leftOut: readonly string[] = []): Promise<number> => {
    let bytes = 0;
    for (const path of paths) bytes += await diskBytes(path, { isOver, skip: (one) => leftOut.includes(one) });
    return bytes;
  };
  // The quick ones first: what takes longest is what may be cut off.
  const logs = await sum([home.turns, home.sessions, dirname(home.log)]);
  const data = await sum([home.database, `${home.database}-wal`, home.projects], checks);
  const trash = await sum(trashes);
  const [ofChecks, workspaces] = [await sum(checks), await sum([home.workspaces, ...elsewhere], trashes)];
  const { bavail, bsize } = statfsSync(home.path);
  return { workspaces, checks: ofChecks, trash, logs, data, free: bavail * bsize, isWhole };
}

async function checksIn({ projects }: Home): Promise<readonly string[]> {
  const names = (await readdir(projects).catch(nullIfAbsent)) ?? [];
  return names.map((name) => join(projects, name, "checks"));
}

export function diskFinding({ workspaces, checks, trash, logs, data, isWhole }: DiskUse): Finding {
  const parts = [
    ["workspaces", workspaces],
    ["checks", checks],
    ["trash", trash],
    ["logs", logs],
    ["data", data],
  ] as const;
  const text = parts.map(([name, bytes]) => `${name} ${gigabytes(bytes)}`).join(", ");
  return finding("disk", "ok", `used: ${isWhole ? "" : "at least "}${text}`);
}
