/**
 * Opens the database file, or refuses it. It is first looked at read-only: a file from a newer ao, a damaged one and one
 * that is no database at all are left byte for byte as they are.
 */
import Database from "better-sqlite3";
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { findNewestBackup, listProblems } from "./backup.ts";
import type { Connection } from "./connection.ts";
import { findLatestVersion, migrate, readSchemaVersion, type Migration } from "./migrate.ts";
import { toStoreError, readSqliteCode, StoreError } from "./store-error.ts";

/** Nobody else writes this file while the home is locked; a reader with a shell may, for a moment. */
const BUSY_MS = 250;
/** The log shrinks back to this after a burst. */
const LOG_KEPT_BYTES = 16 * 1024 * 1024;

/** `advise`: what to do about a damaged file, where the caller knows better than to name the copy beside it. */
export function openFile(file: string, migrations: readonly Migration[], advise: Advise = adviseCopy): Connection {
  try {
    if (existsSync(file) && statSync(file).size > 0) inspect(file, findLatestVersion(migrations));
    else closeSync(openSync(file, "a", 0o600)); // SQLite gives its log the mode of the file.
    return openWritable(file, migrations);
  } catch (error) {
    throw explainError(error, file, advise);
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
  try {
    inspectWith(file, latest, { readonly: true });
  } catch (error) {
    // The power was cut in the middle of the first transactions: what they left can be undone by a writer only.
    if (readSqliteCode(error) !== "SQLITE_READONLY_ROLLBACK") throw error;
    inspectWith(file, latest, { readonly: false });
  }
}

function inspectWith(file: string, latest: number, { readonly }: { readonly readonly: boolean }): void {
  const db = new Database(file, { readonly, timeout: BUSY_MS });
  try {
    const version = readSchemaVersion(db);
    if (version > latest) throw reportNewerSchema(file, version, latest);
    const problems = listProblems(db, "quick_check");
    if (problems.length > 0) throw new DamagedError(problems[0] ?? "");
  } finally {
    db.close();
  }
}

/** Found by the look at it. */
class DamagedError extends Error {}

type Advise = (file: string) => string;

function explainError(error: unknown, file: string, advise: Advise): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof DamagedError) return reportDamage(file, error, advise);
  const code = readSqliteCode(error);
  if (code === null) return explainCannotOpen(error, file);
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) return reportDamage(file, error, advise);
  return toStoreError(error, file);
}

function explainCannotOpen(error: unknown, file: string): StoreError {
  return new StoreError(
    "cannot_open",
    `cannot open ${file}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

function reportNewerSchema(file: string, version: number, latest: number): StoreError {
  const backup = findNewestBackup(file);
  const restore = backup === null ? "" : `, or restore ${backup} in its place`;
  return new StoreError(
    "newer_schema",
    `${file} was written by a newer ao (schema ${version}; this one knows ${latest}). Upgrade ao${restore}.`,
  );
}

function reportDamage(file: string, cause: unknown, advise: Advise): StoreError {
  const why = (cause instanceof DamagedError ? cause.message : String(cause)).replaceAll("\n", " ");
  return new StoreError("corrupt", `${file} is damaged (${why}). Nothing was changed. ${advise(file)}`, { cause });
}

function adviseCopy(file: string): string {
  const backup = findNewestBackup(file);
  return backup === null
    ? "There is no backup beside it; move it away to start afresh."
    : `Restore ${backup} in its place.`;
}
