/** `ref` names what a request did, so that its answer can be made again; `answer` is the one that was given. */
import type { Migration } from "../../lib/database/migrate.ts";

export const requests: Migration = {
  version: 3,
  up: (db) =>
    void db.exec(`
CREATE TABLE requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, route TEXT NOT NULL, hash TEXT NOT NULL,
  ref TEXT NOT NULL, answer TEXT, at_ms REAL NOT NULL
) STRICT;
CREATE TABLE turns (
  id TEXT PRIMARY KEY, session TEXT NOT NULL, n INTEGER NOT NULL, message TEXT NOT NULL, started_ms REAL NOT NULL
) STRICT;
CREATE INDEX turns_session ON turns (session, n);`),
};
