/**
 * Opens the database file, or refuses it. It is first looked at read-only: a file from a newer ao, a damaged one and one
 * that is no database at all are left byte for byte as they are.
 */
import Database from "better-sqlite3";
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { newestBackup, problemsOf } from "./backup.ts";
import type { Connection } from "./connection.ts";
import { latestVersion, migrate, schemaVersion, type Migration } from "./migrate.ts";
import { asStoreError, sqliteCode, StoreError } from "./store-error.ts";

/** Nobody else writes this file while the home is locked; a reader with a shell may, for a moment. */
const BUSY_MS = 250;
/** The log shrinks back to this after a burst. */
const LOG_KEPT_BYTES = 16 * 1024 * 1024;

export function openFile(file: string, migrations: readonly Migration[]): Connection {
  try {
    if (existsSync(file) && statSync(file).size > 0) inspect(file, latestVersion(migrations));
    else closeSync(openSync(file, "a", 0o600)); // SQLite gives its log the mode of the file.
    return openWritable(file, migrations);
  } catch (error) {
    throw explained(error, file);
  }
}

function openWritable(file: string, migrations: readonly Migration[]): Connection {
  const db = new Database(file, { timeout: BUSY_MS });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
    migrate(db, migrations, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function inspect(file: string, latest: number): void {
  const db = new Database(file, { readonly: true, timeout: BUSY_MS });
  try {
    const version = schemaVersion(db);
    if (version > latest) throw newerSchema(file, version, latest);
    const problems = problemsOf(db, "quick_check");
    if (problems.length > 0) throw damaged(file, problems[0] ?? "");
  } finally {
    db.close();
  }
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error;
  const code = sqliteCode(error);
  if (code === null) return cannotOpen(error, file);
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) return damaged(file, String(error), error);
  return asStoreError(error, file);
}

function cannotOpen(error: unknown, file: string): StoreError {
  return new StoreError(
    "cannot_open",
    `cannot open ${file}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

function newerSchema(file: string, version: number, latest: number): StoreError {
  const backup = newestBackup(file);
  const restore = backup === null ? "" : `, or restore ${backup} in its place`;
  return new StoreError(
    "newer_schema",
    `${file} was written by a newer ao (schema ${version}; this one knows ${latest}). Upgrade ao${restore}.`,
  );
}

function damaged(file: string, why: string, cause?: unknown): StoreError {
  const backup = newestBackup(file);
  const todo =
    backup === null ? "There is no backup beside it; move it away to start afresh." : `Restore ${backup} in its place.`;
  return new StoreError("corrupt", `${file} is damaged (${why.replaceAll("\n", " ")}). Nothing was changed. ${todo}`, {
    cause,
  });
}
