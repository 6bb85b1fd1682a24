/**
 * Backups of the databases of a folder: a folder each, named by its time, with a manifest. A backup is written aside and
 * gets its name only when every copy in it was checked, so a folder with that name can be trusted.
 */
import Database from "better-sqlite3";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, readTextIfExists } from "../files/if-there.ts";
import { syncPath } from "../files/sync-path.ts";
import { listProblems, writeBackup } from "./backup.ts";
import type { Connection } from "./connection.ts";
import { readSchemaVersion } from "./migrate.ts";
import { parseManifest, type BackedUpFile, type Manifest } from "./parse-manifest.ts";
import { StoreError } from "./store-error.ts";

export type Backup = {
  readonly name: string;
  readonly path: string;
  readonly atMs: number;
  readonly manifest: Manifest;
};

export type BackupRequest = {
  /** The folder that is backed up, and its databases by their paths below it, in the order they are copied. */
  readonly root: string;
  readonly names: readonly string[];
  /** Where backups lie; made when it is not there. */
  readonly folder: string;
  readonly atMs: number;
  readonly by: string;
  /** What is left free on the disk. */
  readonly roomKeptBytes: number;
  /** Noted in the manifest, read from the copy. */
  readonly noteOf?: (name: string, copy: Connection) => Readonly<Record<string, unknown>>;
};

const MANIFEST = "manifest.json";
const UNFINISHED = ".unfinished-";

/** Newest first. Folders that are no backups, or not whole, are left out. */
export function readBackups(folder: string): readonly Backup[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
  return names
    .flatMap((name) => readBackup(join(folder, name)) ?? [])
    .toSorted((left, right) => right.atMs - left.atMs || right.name.localeCompare(left.name));
}

export function readBackup(path: string): Backup | null {
  const manifest = parseManifest(readTextIfExists(join(path, MANIFEST)));
  return manifest === null ? null : { name: basename(path), path, atMs: Date.parse(manifest.at), manifest };
}

/** Throws a sentence when nothing could be written; then nothing is left behind. */
export function writeBackups(request: BackupRequest): Backup {
  const { folder, atMs, by } = request;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  checkRoom(request);
  removeUnfinished(folder, atMs);
  const draft = join(folder, `${UNFINISHED}${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    const copied = request.names.map((name) => copyOne(request, draft, name));
    const at = new Date(atMs).toISOString();
    const files = copied.flatMap(({ file }) => file ?? []);
    if (files.length === 0) throw new StoreError("io", `nothing was backed up: ${copied[0]?.failed?.why ?? "no file"}`);
    const failed = copied.flatMap((one) => one.failed ?? []);
    const notes = Object.fromEntries(copied.flatMap((one) => Object.entries(one.notes ?? {})));
    const manifest: Manifest = { at, by, files, failed, notes };
    writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    syncPath(join(draft, MANIFEST));
    syncPath(draft);
    const path = findFreePath(folder, at);
    renameSync(draft, path);
    syncPath(folder);
    return { name: basename(path), path, atMs, manifest };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** All but the newest ones go. */
export function removeOldBackups(folder: string, kept: number): readonly string[] {
  const old = readBackups(folder).slice(kept);
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
  return old.map(({ name }) => name);
}

/** Why a copy is not what its manifest says; null when it is. */
export function explainNotWhole({ path }: Backup, file: BackedUpFile): string | null {
  const copy = join(path, file.name);
  if (!existsSync(copy)) return `${copy} is missing`;
  if (hashFile(copy) !== file.sha256) return `${copy} is not the file that was written`;
  return lookInCopy(copy, (db) => {
    const [problem] = listProblems(db, "integrity_check");
    return problem === undefined ? null : `${copy} is damaged: ${problem}`;
  });
}

type Copied = {
  readonly file?: BackedUpFile;
  readonly failed?: { readonly name: string; readonly why: string };
  readonly notes?: Readonly<Record<string, unknown>>;
};

/** A file that cannot be read keeps its last copy: one damaged database must not cost the backups of the others. */
function copyOne(request: BackupRequest, draft: string, name: string): Copied {
  const target = join(draft, name);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    const source = new Database(join(request.root, name), { readonly: true, fileMustExist: true });
    try {
      writeBackup(source, target);
    } finally {
      source.close();
    }
    return lookInCopy(target, (copy) => ({
      file: { name, at: new Date(request.atMs).toISOString(), ...describeDatabase(target, copy) },
      notes: request.noteOf?.(name, copy) ?? {},
    }));
  } catch (error) {
    if (isOfDisk(error)) throw error;
    const kept = keepLastCopy(request.folder, name, target);
    const failed = { name, why: error instanceof Error ? error.message : String(error) };
    return kept === null ? { failed } : { file: kept, failed };
  }
}

/** What is wrong with the disk that backups lie on is wrong for all of them. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof StoreError && (error.code === "disk_full" || error.code === "read_only");

function keepLastCopy(folder: string, name: string, target: string): BackedUpFile | null {
  for (const backup of readBackups(folder)) {
    const file = backup.manifest.files.find((one) => one.name === name);
    if (file === undefined) continue;
    linkOrCopy(join(backup.path, name), target);
    return file;
  }
  return null;
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!hasCode(error, "EXDEV", "EPERM", "ENOTSUP", "EMLINK")) throw error;
    copyFileSync(from, to);
  }
}

function describeDatabase(file: string, db: Connection): Pick<BackedUpFile, "bytes" | "sha256" | "schema" | "rows"> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  const rows = Object.fromEntries(tables.map((table) => [table, count(table)]));
  return { bytes: statSync(file).size, sha256: hashFile(file), schema: readSchemaVersion(db), rows };
}

function lookInCopy<T>(file: string, look: (db: Connection) => T): T {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const CHUNK_BYTES = 1024 * 1024;

function hashFile(file: string): string {
  const [hash, chunk] = [createHash("sha256"), Buffer.allocUnsafe(CHUNK_BYTES)];
  const descriptor = openSync(file, "r");
  try {
    for (let read = -1; read !== 0;) {
      read = readSync(descriptor, chunk);
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

/** A copy is at most as large as its file and the log beside it. */
function checkRoom({ root, names, folder, roomKeptBytes }: BackupRequest): void {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const files = names.flatMap((name) => [join(root, name), `${join(root, name)}-wal`]);
  const needed = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed + roomKeptBytes) return;
  const [has, wants] = [free, needed + roomKeptBytes].map((bytes) => `${Math.ceil(bytes / 1_000_000)} MB`);
  throw new StoreError("disk_full", `no backup was made: ${folder} has ${has} free, and ${wants} are needed.`);
}

const UNFINISHED_KEPT_MS = 24 * 60 * 60_000;

/** Those of a process that died; one that still runs is younger. */
function removeUnfinished(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(UNFINISHED))) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found !== undefined && nowMs - found.mtimeMs > UNFINISHED_KEPT_MS)
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function findFreePath(folder: string, at: string): string {
  const stamp = formatFileStamp(at);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? stamp : `${stamp}-${n}`);
    if (!existsSync(path)) return path;
  }
}

/** `2026-11-17T22-46-35Z`: a time that can be the name of a file anywhere. */
export const formatFileStamp = (at: string): string => `${at.slice(0, 19).replaceAll(":", "-")}Z`;
