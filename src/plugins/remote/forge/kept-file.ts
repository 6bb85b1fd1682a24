/**
 * What is known of a project's issues and changes on a forge elsewhere, in one file. Forges have no version of an object that grows with
 * everything a snapshot shows, so we give one: as often as what was read differs from what was read before. It is never below the
 * clock, so that it grows even when the file was lost.
 */
import type { Migration } from "../../../lib/database/migrate.ts";
import { openFile } from "../../../lib/database/open-file.ts";
import { createTransact } from "../../../lib/database/transaction.ts";
import { parseKept } from "./changes/parse-kept.ts";

export type Kept<T> = { readonly id: string; readonly version: number; readonly atMs: number; readonly doc: T };

export type KeptFile = {
  readonly get: <T>(kind: string, id: string) => Kept<T> | null;
  readonly all: <T>(kind: string) => readonly Kept<T>[];
  /** What shows the same as before keeps its version; left out, all of it is shown. */
  readonly put: <T>(kind: string, id: string, doc: T, shown?: (doc: T) => unknown) => Kept<T>;
  readonly forget: (kind: string, id: string) => void;
  /** Of kinds that only help to remember: those not written since then go. */
  readonly forgetBefore: (kind: string, ms: number) => void;
  readonly version: () => number;
  readonly wallMs: () => number;
  readonly close: () => void;
};

type Row = { readonly id: string; readonly version: number; readonly at_ms: number; readonly doc: string };

const start: Migration = {
  version: 1,
  up: (db) =>
    void db.exec(`
      CREATE TABLE kept (
        kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, at_ms INTEGER NOT NULL, doc TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE newest (version INTEGER NOT NULL) STRICT;
      INSERT INTO newest VALUES (0);`),
};

export function openKeptFile(file: string, wallMs: () => number): KeptFile {
  const db = openFile(file, [start]);
  const transact = createTransact(db, file);
  const one = db.prepare<[string, string], Row>("SELECT id, version, at_ms, doc FROM kept WHERE kind = ? AND id = ?");
  const all = db.prepare<[string], Row>("SELECT id, version, at_ms, doc FROM kept WHERE kind = ? ORDER BY version");
  const save = db.prepare<[string, string, number, number, string]>(
    "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)",
  );
  const forget = db.prepare<[string, string]>("DELETE FROM kept WHERE kind = ? AND id = ?");
  const forgetOld = db.prepare<[string, number]>("DELETE FROM kept WHERE kind = ? AND at_ms < ?");
  const newest = db.prepare<[], number>("SELECT version FROM newest").pluck();
  const raise = db
    .prepare<[number], number>("UPDATE newest SET version = max(version + 1, ?) RETURNING version")
    .pluck();
  const keptOf = <T>({ id, version, at_ms, doc }: Row): Kept<T> => ({
    id,
    version,
    atMs: at_ms,
    doc: parseKept<T>(doc),
  });
  return {
    get: <T>(kind: string, id: string) => {
      const row = one.get(kind, id);
      return row === undefined ? null : keptOf<T>(row);
    },
    all: <T>(kind: string) => all.all(kind).map((row) => keptOf<T>(row)),
    put: <T>(kind: string, id: string, doc: T, shown: (doc: T) => unknown = (whole) => whole) =>
      transact(() => {
        const text = JSON.stringify(doc);
        const row = one.get(kind, id);
        if (row?.doc === text) return keptOf<T>(row);
        const atMs = Math.trunc(wallMs());
        const isSame = row !== undefined && JSON.stringify(shown(parseKept<T>(row.doc))) === JSON.stringify(shown(doc));
        const version = isSame ? row.version : (raise.get(atMs) ?? atMs);
        save.run(kind, id, version, atMs, text);
        return { id, version, atMs, doc };
      }),
    forget: (kind, id) => void forget.run(kind, id),
    forgetBefore: (kind, ms) => void forgetOld.run(kind, Math.trunc(ms)),
    version: () => newest.get() ?? 0,
    wallMs,
    close: () => void db.close(),
  };
}

/** A cursor from the future belongs to a file that is no more: then all is read again. */
export function parseVersion(cursor: string | null, newest: number): number | null {
  const version = Number(cursor);
  return cursor === null || !Number.isInteger(version) || version > newest ? null : version;
}
