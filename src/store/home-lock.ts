/**
 * One daemon per home, by a lock of the kernel that only death releases: a SQLite file in an exclusive transaction that
 * is never ended. It holds while the holder is stopped, and is free at once after a kill.
 *
 * A trap: where locks are POSIX record locks, closing any descriptor of the file in the holding process drops the lock.
 * The holder must never read, copy or stat it through an open descriptor of its own; nothing is stored in it.
 */
import Database from "better-sqlite3";
import { asStoreError, StoreError } from "../lib/database/store-error.ts";

/**
 * Those who start at the same moment stand in each other's way for an instant. The first to reserve the file waits out
 * the others; without patience all of them could be refused.
 */
const PATIENCE_MS = 500;

/** A connection that nobody refers to is closed when memory is swept, and its lock is gone: so they are kept here. */
const held = new Set<Database.Database>();

export type HomeLock = { readonly release: () => void };

/** `file` is made when it is not there; its folder must exist. */
export function lockHome(file: string): HomeLock {
  const db = open(file);
  try {
    db.exec("BEGIN EXCLUSIVE");
    // Set only now: in this mode a loser would keep its shared lock while it waits, and so keep the winner out.
    db.pragma("locking_mode = EXCLUSIVE");
  } catch (error) {
    db.close();
    throw refused(error, file);
  }
  held.add(db);
  return { release: () => release(db) };
}

function release(db: Database.Database): void {
  held.delete(db);
  db.close();
}

function open(file: string): Database.Database {
  try {
    return new Database(file, { timeout: PATIENCE_MS });
  } catch (error) {
    throw refused(error, file);
  }
}

function refused(error: unknown, file: string): StoreError {
  const known = asStoreError(error, file);
  if (known instanceof StoreError && known.code !== "locked") return known;
  if (!(known instanceof StoreError))
    return new StoreError("cannot_open", `cannot open ${file}: ${String(error)}`, { cause: error });
  const message = `another ao daemon already runs on this home (it holds ${file}). Use that one, or stop it with \`ao stop\` first.`;
  return new StoreError("locked", message, { cause: error });
}
