/** The forge's one file: issues, changes, reviews and check results of a project. */
import type { Connection } from "../../lib/database/connection.ts";
import { openFile } from "../../lib/database/open-file.ts";
import { createTransact, type Transact } from "../../lib/database/transaction.ts";
import { migrations } from "./migrations/index.ts";

export type ForgeFile = {
  readonly db: Connection;
  /** Synchronous; takes the write lock at once, rolls back on a throw, never nests. */
  readonly transaction: Transact;
  readonly wallMs: () => number;
  /** Only inside a transaction. Greater than every version given before. */
  readonly nextVersion: () => number;
  /** Only inside a transaction. Issues and changes share their numbers. */
  readonly nextNumber: () => number;
  /** The newest version given. */
  readonly version: () => number;
  readonly close: () => void;
};

export type ForgeFileOptions = {
  /** Called after each commit that gave something a new version. */
  readonly onNews?: (() => void) | undefined;
  /** What to do about a damaged file. */
  readonly advise?: ((file: string) => string) | undefined;
  /** No number up to this one is given: it was given before, though the file may not know it. */
  readonly usedNumbers?: ((own: number) => number) | undefined;
};

export function openForgeFile(file: string, wallMs: () => number, options: ForgeFileOptions = {}): ForgeFile {
  const { onNews = () => {}, advise, usedNumbers } = options;
  const db = openFile(file, migrations, advise);
  if (usedNumbers !== undefined) skipNumbers(db, usedNumbers);
  // Not below the clock: when an older copy of the file was put back, what happens next still is news.
  const version = db.prepare<[number], number>("UPDATE counters SET version = max(version + 1, ?) RETURNING version");
  const number = db.prepare<[], number>("UPDATE counters SET number = number + 1 RETURNING number");
  const newest = db.prepare<[], number>("SELECT version FROM counters").pluck();
  const transact = createTransact(db, file);
  let hasNews = false;
  return {
    db,
    transaction: (work) => {
      hasNews = false;
      const result = transact(work);
      if (hasNews) onNews();
      return result;
    },
    wallMs,
    nextVersion: () => {
      hasNews = true;
      return toRequired(version.pluck().get(Math.trunc(wallMs())));
    },
    nextNumber: () => toRequired(number.pluck().get()),
    version: () => toRequired(newest.get()),
    close: () => void db.close(),
  };
}

function skipNumbers(db: Connection, usedNumbers: (own: number) => number): void {
  const own = toRequired(db.prepare<[], number>("SELECT number FROM counters").pluck().get());
  const used = usedNumbers(own);
  if (used > own) db.prepare<[number]>("UPDATE counters SET number = ?").run(used);
}

function toRequired(value: number | undefined): number {
  if (value === undefined) throw new Error("the forge's file has lost its counters; restore the newest backup of it");
  return value;
}
