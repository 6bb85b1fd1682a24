/**
 * A lock of the kernel that only death releases: a SQLite file in an exclusive transaction that is never ended. It holds
 * while its holder is stopped, and is free at once after a kill.
 *
 * A trap: where locks are POSIX record locks, closing any descriptor of the file in the holding process drops the lock.
 * The holder must never read, copy or stat it through an open descriptor of its own; nothing is stored in it.
 */
import Database from "better-sqlite3";

/**
 * Those who start at the same moment stand in each other's way for an instant. The first to reserve the file waits out
 * the others; without patience all of them could be refused.
 */
const PATIENCE_MS = 500;

/** A connection that nobody refers to is closed when memory is swept, and its lock is gone: so they are kept here. */
const held = new Set<Database.Database>();

export type FileLock = { readonly release: () => void };

/** `file` is made when it is not there; its folder must exist. Null: another process has it. */
export function lockFile(file: string): FileLock | null {
  const db = new Database(file, { timeout: PATIENCE_MS });
  try {
    db.exec("BEGIN EXCLUSIVE");
    // Set only now: in this mode a loser would keep its shared lock while it waits, and so keep the winner out.
    db.pragma("locking_mode = EXCLUSIVE");
  } catch (error) {
    db.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
  held.add(db);
  return { release: () => release(db) };
}

function release(db: Database.Database): void {
  held.delete(db);
  db.close();
}
