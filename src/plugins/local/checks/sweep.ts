/** Old logs, results and trial merges go in time, so that neither the disk nor the file fills up. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { Bench } from "./run/check-tree.ts";

const DAY_MS = 24 * 60 * 60_000;
const LOGS_KEPT_MS = 14 * DAY_MS;
const LOG_BYTES_MAX = 5 * 1_024 * 1_024 * 1_024;
/** A tree that was green this long ago is asked again. */
const RESULTS_KEPT_MS = 90 * DAY_MS;
const EVERY_MS = 60 * 60_000;

export type SweptBench = Bench & { readonly ground: () => Promise<GitContext> };
export type Sweeper = { readonly sweep: () => void; readonly end: () => Promise<void> };

/** Called after each run; does something at most once an hour, and never beside itself. */
export function createSweeper(bench: SweptBench): Sweeper {
  let lastMs = -Infinity;
  let sweeping: Promise<void> = Promise.resolve();
  return {
    sweep: () => {
      const now = bench.file.wallMs();
      if (now - lastMs < EVERY_MS) return;
      lastMs = now;
      const warn = (error: unknown): void => bench.options.warn(error, "old logs of checks were not removed");
      sweeping = sweepChecks(bench, now).catch(warn);
    },
    end: () => sweeping,
  };
}

export async function sweepChecks({ rows, options, file, ground }: SweptBench, now: number): Promise<void> {
  const old = new Set(rows.logsOlderThan(now - LOGS_KEPT_MS));
  for (const log of await overflow(join(options.folder, "logs"))) old.add(log);
  for (const log of old) {
    await rm(log, { force: true });
    rows.forgetLog(log);
  }
  file.transaction(() => rows.forgetOlderThan(Math.trunc(now - RESULTS_KEPT_MS)));
  // Merges that were only tried leave objects in our own git directory, where no ref points to anything.
  need(await (await ground()).own.compute("prune", ["--expire=2.days.ago"]));
}

/** The oldest logs beyond what may lie there. */
async function overflow(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(returnNullIfAbsent)) ?? [];
  const logs = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      found: await stat(join(folder, name)).catch(returnNullIfAbsent),
    })),
  );
  const newestFirst = logs.toSorted((left, right) => (right.found?.mtimeMs ?? 0) - (left.found?.mtimeMs ?? 0));
  let bytes = 0;
  return newestFirst.flatMap(({ path, found }) => {
    bytes += found?.size ?? 0;
    return bytes > LOG_BYTES_MAX ? [path] : [];
  });
}
