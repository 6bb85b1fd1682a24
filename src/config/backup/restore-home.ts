/** Puts back the databases of a home. The caller holds the lock of the home: no daemon runs on it. */
import { join } from "node:path";
import { readBackup, readBackups, formatFileStamp, explainNotWhole, type Backup } from "../../lib/database/backups.ts";
import { keepAside, restoreFile, explainUnusable } from "../../lib/database/restore.ts";
import { noteAuditHead } from "../audit/audit-heads.ts";
import type { HomePaths } from "../home.ts";
import { auditHeadIn } from "./parse-audit-note.ts";
import { writeRestored } from "./restored.ts";

export type RestoredFile = {
  readonly name: string;
  /** What was wrong with the one before; null: nothing, it was asked for. */
  readonly because: string | null;
  /** Where the one before is now; null: there was none. */
  readonly keptAs: string | null;
};

export type RestoreAnswer =
  | { readonly ok: true; readonly backup: Backup | null; readonly files: readonly RestoredFile[] }
  | { readonly ok: false; readonly why: "no_backup" | "nothing_to_do" | "not_whole"; readonly message: string };

export type RestoreRequest = {
  readonly nowMs: number;
  /** A backup by its name, or the beginning of it, or by its folder; null: the newest. */
  readonly when: string | null;
  /** Also databases that are whole. */
  readonly all: boolean;
};

/** Checked as far as the manifest alone tells; each copy is checked before it is used. */
export function findBackup(home: HomePaths, when: string | null): Backup | null {
  const all = readBackups(home.backups);
  if (when === null) return all[0] ?? null;
  return when.includes("/") ? readBackup(when) : (all.find(({ name }) => name.startsWith(when)) ?? null);
}

export function restoreHome(home: HomePaths, { nowMs, when, all }: RestoreRequest): RestoreAnswer {
  const first = findBackup(home, when);
  if (first === null) return refuseRestore("no_backup", explainNoBackup(home, when));
  const wanted = listWanted(home, first, all);
  if (wanted.length === 0)
    return refuseRestore("nothing_to_do", `nothing was restored: every database of ${home.path} can be used as it is`);
  const backup = when === null ? (readBackups(home.backups).find((one) => isWhole(one, wanted)) ?? first) : first;
  const broken = explainBroken(backup, wanted);
  if (broken !== null) return refuseRestore("not_whole", `nothing was restored: ${broken}`);
  const at = new Date(nowMs).toISOString();
  const names = wanted.map(({ name }) => name);
  writeRestored(home, { kind: "backup", at, from: backup.manifest.at, files: names });
  const files = wanted.map(({ name, because }) => {
    const { keptAs } = restoreFile(backup, name, home.path, formatFileStamp(at));
    return { name, because, keptAs };
  });
  const head = names.includes("state.db") ? auditHeadIn(backup.manifest) : null;
  if (head !== null) noteAuditHead(home, { atMs: nowMs, ...head, isRestored: true });
  return { ok: true, backup, files };
}

/** Without this database; the others and everything else stay as they are. */
export function beginFresh(home: HomePaths, name: string, nowMs: number): RestoreAnswer {
  const at = new Date(nowMs).toISOString();
  const file = join(home.path, name);
  const because = explainUnusable(file);
  writeRestored(home, { kind: "fresh", at, from: null, files: [name] });
  const keptAs = keepAside(file, formatFileStamp(at));
  if (file === home.database) noteAuditHead(home, { atMs: nowMs, seq: 0, hash: "", isRestored: true });
  return { ok: true, backup: null, files: [{ name, because, keptAs }] };
}

type Wanted = { readonly name: string; readonly because: string | null };

function listWanted(home: HomePaths, { manifest }: Backup, all: boolean): readonly Wanted[] {
  const found = manifest.files.map(({ name }) => ({ name, because: explainUnusable(join(home.path, name)) }));
  return found.filter(({ because }) => all || because !== null);
}

const isWhole = (backup: Backup, wanted: readonly Wanted[]): boolean => explainBroken(backup, wanted) === null;

function explainBroken(backup: Backup, wanted: readonly Wanted[]): string | null {
  for (const { name } of wanted) {
    const file = backup.manifest.files.find((one) => one.name === name);
    const why = file === undefined ? `${backup.path} has no copy of ${name}` : explainNotWhole(backup, file);
    if (why !== null) return why;
  }
  return null;
}

function explainNoBackup(home: HomePaths, when: string | null): string {
  if (when === null) return `nothing was restored: there is no backup in ${home.backups}`;
  return `nothing was restored: there is no backup ${when} in ${home.backups}`;
}

const refuseRestore = (why: "no_backup" | "nothing_to_do" | "not_whole", message: string): RestoreAnswer => ({
  ...{ ok: false, why, message },
});
