/** Copies of the database. Each is checked before it gets its name, so a file with that name can be trusted. */
import Database from "better-sqlite3";
import { closeSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncPath } from "../files/sync-path.ts";
import type { Connection } from "./connection.ts";
import { toStoreError, StoreError } from "./store-error.ts";

export function writeBackup(db: Connection, target: string): void {
  const unfinished = `${target}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "wx", 0o600)); // SQLite fills an empty file, and keeps its mode.
    db.prepare("VACUUM INTO ?").run(unfinished);
    verify(unfinished);
    syncPath(unfinished);
    renameSync(unfinished, target);
    syncPath(dirname(target));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw toStoreError(error, target);
  }
}

/** The copy with the highest version beside the file, or null. */
export function findNewestBackup(file: string): string | null {
  const prefix = `${basename(file)}.backup-v`;
  const versions = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter(Number.isInteger);
  return versions.length === 0 ? null : join(dirname(file), `${prefix}${Math.max(...versions)}`);
}

/** What SQLite finds wrong with the database; empty when it is whole. */
export function listProblems(db: Connection, check: "quick_check" | "integrity_check"): readonly string[] {
  const found = db.prepare<[], string>(`PRAGMA ${check}`).pluck().all();
  return found.length === 1 && found[0] === "ok" ? [] : found;
}

function verify(file: string): void {
  const copy = new Database(file, { readonly: true });
  try {
    const problems = listProblems(copy, "integrity_check");
    if (problems.length > 0)
      throw new StoreError("corrupt", `the backup ${file} came out damaged: ${problems[0]}. Check the disk.`);
  } finally {
    copy.close();
  }
}
