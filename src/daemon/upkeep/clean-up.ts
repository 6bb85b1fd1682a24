/** What grows and must not grow for ever: spools of turns and the trash. Work is never in either alone. */
import { join } from "node:path";
import { readdir, rm, stat } from "node:fs/promises";
import { nullIfAbsent } from "../../lib/plain-file.ts";
import { sweepTrash } from "../../plugins/workspace/shared/sweep-trash.ts";
import type { CleanedUp } from "../context.ts";

const DAY_MS = 24 * 60 * 60_000;
const SPOOLS_KEPT_MS = 14 * DAY_MS;
const SPOOLS_KEPT_BYTES = 5_000_000_000;

export type SweepOptions = {
  /** Where the folders of turns are. */
  readonly turns: string;
  /** Every folder that workspaces were thrown away in. */
  readonly trashes: readonly string[];
  /** Turns that are read now. */
  readonly isOpen: (turn: string) => boolean;
  readonly nowMs: number;
  readonly spoolsKeptBytes?: number;
};

export async function sweepOld(options: SweepOptions): Promise<CleanedUp> {
  const spools = await sweepSpools(options);
  const trash = await sweepTrash({ trashes: options.trashes, wallMs: options.nowMs });
  return cleanedUp(
    [
      ...trash.removed.map((one) => ({ what: "workspace in the trash", ...one })),
      ...spools.map(({ path, bytes }) => ({ what: "output of a turn", path, bytes })),
    ],
    trash.kept,
  );
}

export function cleanedUp(removed: CleanedUp["removed"], kept: CleanedUp["kept"]): CleanedUp {
  return { removed, kept, freedBytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) };
}

type Spool = { readonly path: string; readonly bytes: number; readonly atMs: number };

/** Fourteen days, or beyond five gigabytes the oldest first; never one that is still read. */
async function sweepSpools(options: SweepOptions): Promise<readonly Spool[]> {
  const { turns, isOpen, nowMs, spoolsKeptBytes = SPOOLS_KEPT_BYTES } = options;
  const names = (await readdir(turns)).filter((name) => !isOpen(name));
  const all = await Promise.all(names.map((name) => spoolAt(join(turns, name))));
  const removed: Spool[] = [];
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const spool of all.toSorted((left, right) => left.atMs - right.atMs)) {
    if (nowMs - spool.atMs <= SPOOLS_KEPT_MS && total <= spoolsKeptBytes) continue;
    await rm(spool.path, { recursive: true, force: true });
    total -= spool.bytes;
    removed.push(spool);
  }
  return removed;
}

/** As old as its youngest file. */
async function spoolAt(path: string): Promise<Spool> {
  const own = await stat(path).catch(nullIfAbsent);
  const names = own?.isDirectory() === true ? await readdir(path) : [];
  const files = await Promise.all(names.map((name) => stat(join(path, name)).catch(nullIfAbsent)));
  return {
    path,
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    atMs: Math.max(own?.mtimeMs ?? 0, ...files.map((file) => file?.mtimeMs ?? 0)),
  };
}
