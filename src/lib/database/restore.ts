/**
 * Puts copies of a backup in the place of databases. What lies there is kept beside it under a name of its own, with its
 * log. A death in the middle leaves a database missing, never an old log beside a new file: whoever starts then is refused.
 */
import Database from "better-sqlite3";
import { copyFileSync, chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncPath } from "../files/sync-path.ts";
import { listProblems } from "./backup.ts";
import type { Backup } from "./backups.ts";
import { readSqliteCode } from "./store-error.ts";

/** Why a database cannot be used as it is; null when it can. */
export function explainUnusable(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return "is missing";
  if (found.size === 0) return "is empty";
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return listProblems(db, "quick_check").length === 0 ? null : "is damaged";
    } finally {
      db.close();
    }
  } catch (error) {
    if (readSqliteCode(error) === null) throw error;
    return "is damaged";
  }
}

/** The file and the log beside it, renamed; the answer is the new name of the file, or null when there was none. */
export function keepAside(file: string, stamp: string): string | null {
  const aside = findFreeName(`${file}.replaced-${stamp}`);
  const parts = ["", "-wal", "-shm"].filter((suffix) => existsSync(`${file}${suffix}`));
  // The file first: without it nothing is started, whatever became of its log.
  for (const suffix of parts) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  if (existsSync(dirname(file))) syncPath(dirname(file));
  return existsSync(aside) ? aside : null;
}

/** The copy was checked; `keptAs` is what lay in its place. */
export function restoreFile(backup: Backup, name: string, root: string, stamp: string): { keptAs: string | null } {
  const file = join(root, name);
  const coming = `${file}.restoring`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(join(backup.path, name), coming);
  chmodSync(coming, 0o600);
  syncPath(coming);
  const keptAs = keepAside(file, stamp);
  renameSync(coming, file);
  syncPath(dirname(file));
  return { keptAs };
}

function findFreeName(wish: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wish : `${wish}-${n}`;
    if (!["", "-wal", "-shm"].some((suffix) => existsSync(`${name}${suffix}`))) return name;
  }
}
