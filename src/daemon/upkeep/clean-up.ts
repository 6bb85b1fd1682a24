/** What grows and must not grow for ever: spools of turns and the trash. Work is never in either alone. */
import { limits } from "../../domain/model/limits.ts";
import { listTurns, measureTurn, removeTurn, type TurnFolderSize } from "../../lib/turn-folder/turn-folders.ts";
import { sweepTrash } from "../../plugins/workspace/shared/rescue/sweep-trash.ts";
import type { CleanedUp } from "../context.ts";

const DAY_MS = 24 * 60 * 60_000;
const SPOOLS_KEPT_MS = 14 * DAY_MS;
const SPOOLS_KEPT_BYTES = 5_000_000_000;

export type CleanUpOptions = {
  /** Where the folders of turns are. */
  readonly turns: string;
  /** Every folder that workspaces were thrown away in. */
  readonly trashes: readonly string[];
  /** Turns that are read now. */
  readonly isOpen: (turn: string) => boolean;
  readonly nowMs: number;
  readonly spoolsKeptBytes?: number;
  /** So much is to go, if it may, also where there is no more than is kept. */
  readonly wantedBytes?: number;
};

export async function sweepOld(options: CleanUpOptions): Promise<CleanedUp> {
  const spools = await sweepSpools(options);
  const trash = await sweepTrash({ trashes: options.trashes, wallMs: options.nowMs });
  return countCleanedUp(
    [
      ...trash.removed.map((one) => ({ what: "workspace in the trash", ...one })),
      ...spools.map(({ path, bytes }) => ({ what: "output of a turn", path, bytes })),
    ],
    trash.kept,
  );
}

export function countCleanedUp(removed: CleanedUp["removed"], kept: CleanedUp["kept"]): CleanedUp {
  return { removed, kept, freedBytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Fourteen days, or beyond five gigabytes the oldest first; never one that is still read. */
export async function sweepSpools(options: Omit<CleanUpOptions, "trashes">): Promise<readonly TurnFolderSize[]> {
  const { turns, isOpen, nowMs, spoolsKeptBytes = SPOOLS_KEPT_BYTES, wantedBytes = 0 } = options;
  const names = listTurns(turns).filter((name) => !isOpen(name));
  const all = await Promise.all(names.map((name) => measureTurn(turns, name, limits.diskLookMs)));
  const removed: TurnFolderSize[] = [];
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const wantedTotal = total - wantedBytes;
  for (const spool of all.toSorted((left, right) => left.atMs - right.atMs)) {
    const ageMs = nowMs - spool.atMs;
    const isWanted = total > wantedTotal && ageMs > limits.surelyKeptMs;
    if (ageMs <= SPOOLS_KEPT_MS && total <= spoolsKeptBytes && !isWanted) continue;
    await removeTurn(spool);
    total -= spool.bytes;
    removed.push(spool);
  }
  return removed;
}
