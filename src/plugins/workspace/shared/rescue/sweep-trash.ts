/** What the trash forgets, and when: after seven days, or beyond ten gigabytes the oldest first; nothing within a day. */
import { readdir, readlink } from "node:fs/promises";
import { hasCode } from "../../../../lib/files/if-there.ts";
import { measureTree, createDeadline } from "../../../../lib/files/measure-tree.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { removeTree } from "../../../../lib/files/remove-tree.ts";
import { isInside } from "../site.ts";
import { listTrashEntries, type TrashEntry } from "./trash.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
const SURELY_KEPT_MS = 24 * HOUR_MS;
const KEPT_BYTES = 10 * 1024 ** 3;
/** Counting all of it; a folder of a million files that is not counted by then goes by its age. */
const LOOK_MS = 20_000;

export type SweptTrash = {
  readonly removed: readonly { readonly path: string; readonly bytes: number }[];
  readonly kept: readonly { readonly path: string; readonly why: string }[];
};

export type TrashSweepOptions = {
  readonly trashes: readonly string[];
  readonly wallMs: number;
  readonly keptBytes?: number;
  /** So much is to go, if it may, also where there is no more than is kept. */
  readonly wantedBytes?: number;
};

export async function sweepTrash(options: TrashSweepOptions): Promise<SweptTrash> {
  const { trashes, wallMs, keptBytes = KEPT_BYTES, wantedBytes = 0 } = options;
  const entries = await listTrashEntries(trashes);
  const isOver = createDeadline(LOOK_MS);
  const sized: { readonly entry: TrashEntry; readonly bytes: number }[] = [];
  for (const entry of entries) sized.push({ entry, bytes: (await measureTree(entry.folder, { isOver })).bytes });
  const livedIn = await listProcessFolders();
  const removed: SweptTrash["removed"][number][] = [];
  const kept: SweptTrash["kept"][number][] = [];
  let total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const totalKept = Math.min(keptBytes, total - wantedBytes);
  for (const { entry, bytes } of sized) {
    const ageMs = wallMs - entry.atMs;
    const isDue = ageMs > KEPT_MS || (total > totalKept && ageMs > SURELY_KEPT_MS);
    if (!isDue) continue;
    if (livedIn.some((folder) => isInside(entry.folder, folder))) {
      kept.push({ path: entry.folder, why: "a process still works in it" });
      continue;
    }
    await removeTree(entry.folder);
    total -= bytes;
    removed.push({ path: entry.folder, bytes });
  }
  return { removed, kept };
}

/** Where this user's processes work. Only Linux says so without a program; elsewhere age alone decides. */
async function listProcessFolders(): Promise<readonly string[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(returnNullIfHidden)));
  return folders.filter((folder) => folder !== null);
}

function returnNullIfHidden(error: unknown): null {
  return hasCode(error, "EACCES", "EPERM", "ESRCH", "ENAMETOOLONG") ? null : returnNullIfAbsent(error);
}
