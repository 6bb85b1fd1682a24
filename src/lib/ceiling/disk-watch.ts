/**
 * Finds out who takes more of the disk than it may. To add up a workspace of 50,000 files takes a second, so that is done
 * rarely: one after another, for a fiftieth of the time. In between only the free space of the disk is read. Whatever it
 * has fallen by since a look is the most that any one can have grown by: who could be beyond its ceiling is looked at next.
 */
import { statfsSync } from "node:fs";
import { hasCode } from "../files/if-there.ts";
import { measureTree } from "../files/measure-tree.ts";

export type DiskCeiling = {
  readonly bytes: number;
  /** All that the program can write and that is its own, most of it in the first one. */
  readonly folders: readonly string[];
};

export type DiskWatch = {
  readonly add: (name: string, ceiling: DiskCeiling) => void;
  readonly remove: (name: string) => void;
  /** What it took at the last look; null: there was none yet. */
  readonly usedBytes: (name: string) => number | null;
  /** Looks at once, whatever that takes, and says what it took. Null: nobody has that name. */
  readonly look: (name: string) => Promise<number | null>;
  /** To be called every two seconds or so. Begins at most one look, and does not wait for it. */
  readonly round: () => void;
};

export type DiskWatchOptions = {
  readonly nowMs?: () => number;
  /** Null: that cannot be said now. */
  readonly freeBytesAt?: (folder: string) => number | null;
  readonly measure?: typeof measureTree;
};

/** Between two looks at the same folders when nothing hurries: most turns are over by then. */
const LOOK_AGAIN_MS = 60_000;
/** After a look there is none for this many times as long as it took. In a hurry looks may take a quarter of a core. */
const REST = 49;
const REST_IN_A_HURRY = 3;
/** A folder with millions of files is counted as far as one comes in this time. */
const LOOK_MAX_MS = 30_000;

type Entry = DiskCeiling & {
  freeBytes: number | null;
  /** By how much the free space has fallen since the last look. What others freed meanwhile is not taken off. */
  spentBytes: number;
  usedBytes: number | null;
  lookedAtMs: number;
};

export function openDiskWatch(options: DiskWatchOptions = {}): DiskWatch {
  const { nowMs = () => performance.now(), freeBytesAt = readFreeBytes, measure = measureTree } = options;
  const entries = new Map<string, Entry>();
  let isLooking = false;
  const last = { endedAtMs: -Infinity, tookMs: 0 };

  const look = async (entry: Entry): Promise<number> => {
    const startedAtMs = nowMs();
    entry.spentBytes = 0;
    const isOver = (): boolean => nowMs() - startedAtMs > LOOK_MAX_MS;
    let bytes = 0;
    for (const folder of entry.folders) bytes += (await measure(folder, { isOver })).bytes;
    last.endedAtMs = nowMs();
    last.tookMs = last.endedAtMs - startedAtMs;
    [entry.usedBytes, entry.lookedAtMs] = [bytes, last.endedAtMs];
    return bytes;
  };

  return {
    add: (name, ceiling) =>
      void entries.set(name, { ...ceiling, freeBytes: null, spentBytes: 0, usedBytes: null, lookedAtMs: nowMs() }),
    remove: (name) => void entries.delete(name),
    usedBytes: (name) => entries.get(name)?.usedBytes ?? null,
    look: async (name) => {
      const entry = entries.get(name);
      return entry === undefined ? null : look(entry);
    },
    round: () => {
      const all = [...entries.values()];
      for (const entry of all) noteFreeSpace(entry, freeBytesAt);
      if (isLooking) return;
      const next = findNext(all, { nowMs: nowMs(), restedMs: nowMs() - last.endedAtMs, tookMs: last.tookMs });
      if (next === null) return;
      isLooking = true;
      // A look that failed (a disk that is broken) is made again when its turn comes.
      const done = (): void => void (isLooking = false);
      void look(next).then(done, done);
    },
  };
}

type Moment = { readonly nowMs: number; readonly restedMs: number; readonly tookMs: number };

/** Who may be furthest beyond its ceiling; else the one that was not looked at for longest. */
function findNext(all: readonly Entry[], { nowMs, restedMs, tookMs }: Moment): Entry | null {
  const excess = ({ usedBytes, spentBytes, bytes }: Entry): number => (usedBytes ?? 0) + spentBytes - bytes;
  // Who is known to be beyond it is about to be ended, and tells nothing new.
  const unknown = all.filter((entry) => (entry.usedBytes ?? 0) <= entry.bytes && excess(entry) > 0);
  const [suspect] = unknown.toSorted((left, right) => excess(right) - excess(left));
  if (suspect !== undefined && restedMs >= tookMs * REST_IN_A_HURRY) return suspect;
  if (restedMs < tookMs * REST) return null;
  const due = all.filter(({ lookedAtMs }) => nowMs - lookedAtMs >= LOOK_AGAIN_MS);
  return due.toSorted((left, right) => left.lookedAtMs - right.lookedAtMs)[0] ?? null;
}

function noteFreeSpace(entry: Entry, freeBytesAt: (folder: string) => number | null): void {
  const free = freeBytesAt(entry.folders[0] ?? "/");
  if (free === null) return;
  if (entry.freeBytes !== null) entry.spentBytes += Math.max(0, entry.freeBytes - free);
  entry.freeBytes = free;
}

function readFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EIO", "ENAMETOOLONG", "ELOOP")) return null;
    throw error;
  }
}
