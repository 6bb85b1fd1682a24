/** A verified backup a day, made by a process of its own. One that fails is told, tried again, and harms nothing. */
import type { HomePaths } from "../../config/home.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Log } from "../../engine/deps.ts";
import { readBackups } from "../../lib/database/backups.ts";
import { findOwnProgram } from "../../lib/own-program.ts";
import { runProgram } from "../../lib/run.ts";
import type { Close, Composed } from "../compose.ts";
import { notifyOnce } from "../notices/notify-once.ts";
import { parseBackupAnswer } from "./parse-backup-answer.ts";

export type BackupFailure = { readonly sinceMs: number; readonly why: string };

export type DailyBackups = {
  /** Begins one when the newest is a day old; returns at once. */
  readonly beginIfDue: () => void;
  /** Null while backups succeed. */
  readonly failure: () => BackupFailure | null;
  readonly close: Close;
};

type Parts = { readonly home: HomePaths; readonly log: Log; readonly wallMs: () => number };

/** Half an hour less than a day: it is looked at once an hour, and a backup a day is not to become one every 25 hours. */
const DUE_MS = limits.backupEveryMs - 30 * 60_000;

export function createDailyBackups({ home, log, wallMs }: Parts): DailyBackups {
  const closing = new AbortController();
  let failure: BackupFailure | null = null;
  let underWay: Promise<void> | null = null;

  /** By distance: a clock that was set back must not put backups off for as long. */
  const isDue = (): boolean => {
    const newest = readBackups(home.backups)[0];
    return newest === undefined || Math.abs(wallMs() - newest.atMs) >= DUE_MS;
  };
  const make = async (): Promise<void> => {
    const why = await makeOne(home, log, closing.signal);
    if (closing.signal.aborted) return;
    failure = why === null ? null : { sinceMs: failure?.sinceMs ?? wallMs(), why };
    if (why !== null) log.warn({ why }, "the databases could not be backed up; it is tried again in an hour");
  };
  return {
    beginIfDue: () => {
      if (underWay !== null || !isDue()) return;
      underWay = make()
        .catch((error: unknown) => log.error({ error }, "a backup broke"))
        .finally(() => (underWay = null));
    },
    failure: () => failure,
    close: async () => {
      closing.abort();
      await underWay;
    },
  };
}

/** Once a day for as long as it lasts. */
export async function tellOfFailure(
  failure: BackupFailure | null,
  { projects, slots, clock }: Composed,
): Promise<void> {
  if (failure === null) return;
  const day = Math.floor(clock.wallMs() / limits.dayMs);
  await notifyOnce(
    projects.registry.all().flatMap(({ id }) => slots.slotsOf(id) ?? []),
    {
      ...{ key: `backup:${day}`, title: "no backup", level: "action", sessionId: null, url: null },
      message: `The databases could not be backed up: ${failure.why} \`ao doctor\` shows the backups there are.`,
    },
  );
}

/** Null: all databases are in it. */
async function makeOne(home: HomePaths, log: Log, signal: AbortSignal): Promise<string | null> {
  const [program, ...args] = findOwnProgram("backup");
  const made = await runProgram({ program, args: [...args, home.path], timeoutMs: limits.backupTimeoutMs, signal });
  if (!made.ok) return `the backup did not come to its end (${made.reason})`;
  if (made.code !== 0) return made.stderr.trim();
  const { name, failed } = parseBackupAnswer(made.stdout);
  log.info({ backup: name, failed: failed.length }, "the databases were backed up");
  return failed.length === 0 ? null : failed.map((one) => `${one.name}: ${one.why}`).join("; ");
}
