/** The one way to write: a synchronous transaction that takes the write lock at once, and does not nest. */
import type { Connection } from "./connection.ts";
import { toStoreError } from "./store-error.ts";

export type Transact = <T>(work: () => T) => T;

export function createTransact(db: Connection, file: string): Transact {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");

  return (work) => {
    if (db.inTransaction) throw new Error("a transaction was begun inside another; pass the work up instead");
    try {
      begin.run();
      const result = work();
      if (result instanceof Promise)
        throw new Error("a transaction must not await: it would commit before the work is done");
      commit.run();
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (db.inTransaction) rollback.run();
      throw toStoreError(error, file);
    }
  };
}

/** Reads of one moment, and quicker than one by one: the file is locked once for all of them. */
export function createSnapshotReader(db: Connection): Transact {
  const begin = db.prepare("BEGIN");
  const commit = db.prepare("COMMIT");
  return (read) => {
    if (db.inTransaction) return read();
    begin.run();
    try {
      return read();
    } finally {
      commit.run();
    }
  };
}
