/** What the trash forgets, and when: after seven days, or beyond ten gigabytes the oldest first; nothing within a day. */
import { chmod, lstat, readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { isInside } from "./site.ts";
import { entriesIn, type TrashEntry } from "./trash.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
const SURELY_KEPT_MS = 24 * HOUR_MS;
const KEPT_BYTES = 10 * 1024 ** 3;

export type SweptTrash = {
  readonly removed: readonly { readonly path: string; readonly bytes: number }[];
  readonly kept: readonly { readonly path: string; readonly why: string }[];
};

export type SweepOptions = {
  readonly trashes: readonly string[];
  readonly wallMs: number;
  readonly keptBytes?: number;
};

export async function sweepTrash({ trashes, wallMs, keptBytes = KEPT_BYTES }: SweepOptions): Promise<SweptTrash> {
  const entries = await entriesIn(trashes);
  const sized = await Promise.all(entries.map(async (entry) => ({ entry, bytes: await bytesIn(entry.folder) })));
  const livedIn = await foldersOfProcesses();
  const removed: SweptTrash["removed"][number][] = [];
  const kept: SweptTrash["kept"][number][] = [];
  let total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { entry, bytes } of sized) {
    const ageMs = wallMs - entry.atMs;
    const isDue = ageMs > KEPT_MS || (total > keptBytes && ageMs > SURELY_KEPT_MS);
    if (!isDue) continue;
    if (livedIn.some((folder) => isInside(entry.folder, folder))) {
      kept.push({ path: entry.folder, why: "a process still works in it" });
      continue;
    }
    await removeAll(entry);
    total -= bytes;
    removed.push({ path: entry.folder, bytes });
  }
  return { removed, kept };
}

/** Some tools make their folders read-only, so that nothing in them can be deleted. */
async function removeAll({ folder }: TrashEntry): Promise<void> {
  try {
    await rm(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && ["EACCES", "EPERM"].includes(String(error.code)))) throw error;
    await makeWritable(folder);
    await rm(folder, { recursive: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}

async function bytesIn(path: string): Promise<number> {
  const found = await lstat(path).catch(nullIfAbsent);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.blocks * 512;
  let bytes = 0;
  for (const name of await readdir(path)) bytes += await bytesIn(join(path, name));
  return bytes;
}

/** Where this user's processes work. Only Linux says so without a program; elsewhere age alone decides. */
async function foldersOfProcesses(): Promise<readonly string[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(nullIfHidden)));
  return folders.filter((folder) => folder !== null);
}

function nullIfHidden(error: unknown): null {
  if (error instanceof Error && "code" in error && ["EACCES", "EPERM", "ESRCH"].includes(String(error.code)))
    return null;
  return nullIfAbsent(error);
}
