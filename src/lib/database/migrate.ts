/**
 * Brings a database to the newest schema: one transaction a migration, with the version set inside it, so that a death
 * in the middle leaves the old version whole. A file that already holds something is first copied, and the copy checked.
 */
import { writeBackup } from "./backup.ts";
import type { Connection } from "./connection.ts";

export type Migration = { readonly version: number; readonly up: (db: Connection) => void };

/** `file` is null for a database in memory, which nobody would restore. */
export function migrate(db: Connection, migrations: readonly Migration[], file: string | null): void {
  const version = readSchemaVersion(db);
  const missing = migrations.filter((migration) => migration.version > version);
  if (missing.length === 0) return;
  if (version > 0 && file !== null) writeBackup(db, formatBackupPath(file, version));
  for (const migration of missing) apply(db, migration);
}

export function findLatestVersion(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map((migration) => migration.version));
}

export function readSchemaVersion(db: Connection): number {
  return Number(db.pragma("user_version", { simple: true }));
}

export function formatBackupPath(file: string, version: number): string {
  return `${file}.backup-v${version}`;
}

function apply(db: Connection, migration: Migration): void {
  db.transaction(() => {
    migration.up(db);
    db.pragma(`user_version = ${migration.version}`);
  }).immediate();
}
