/** `accepted` is the text of the settings that a person has accepted. A project that was removed keeps its id for when it comes back. */
import type { Migration } from "../../lib/database/migrate.ts";

export const registrations: Migration = {
  version: 2,
  up: (db) =>
    void db.exec(`
CREATE TABLE registrations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, config_file TEXT,
  accepted TEXT, added_ms REAL NOT NULL, removed_ms REAL
) STRICT;`),
};
