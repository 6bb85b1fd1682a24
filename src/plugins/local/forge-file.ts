/** The forge's one file: issues, changes, reviews and check results of a project. */
import type { Connection } from "../../lib/database/connection.ts";
import { openFile } from "../../lib/database/open-file.ts";
import { transactions, type Transact } from "../../lib/database/transaction.ts";
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

/** `onNews` is called after each commit that gave something a new version. */
export function openForgeFile(file: string, wallMs: () => number, onNews: () => void = () => {}): ForgeFile {
  const db = openFile(file, migrations);
  // Not below the clock: when an older copy of the file was put back, what happens next still is news.
  const version = db.prepare<[number], number>("UPDATE counters SET version = max(version + 1, ?) RETURNING version");
  const number = db.prepare<[], number>("UPDATE counters SET number = number + 1 RETURNING number");
  const newest = db.prepare<[], number>("SELECT version FROM counters").pluck();
  const transact = transactions(db, file);
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
      return one(version.pluck().get(Math.trunc(wallMs())));
    },
    nextNumber: () => one(number.pluck().get()),
    version: () => one(newest.get()),
    close: () => void db.close(),
  };
}

function one(value: number | undefined): number {
  if (value === undefined) throw new Error("the forge's file has lost its counters; restore the newest backup of it");
  return value;
}
