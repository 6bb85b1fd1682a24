/** Notices wait for the end of quiet hours, or to be told together; a daemon that dies meanwhile loses none. */
import type { Migration } from "../../lib/database/migrate.ts";

export const heldNotices: Migration = {
  version: 8,
  up: (db) =>
    void db.exec(`
CREATE TABLE held_notices (
  notice TEXT NOT NULL, notifier TEXT NOT NULL, project TEXT NOT NULL, due_ms REAL NOT NULL, doc TEXT NOT NULL,
  PRIMARY KEY (notice, notifier)
) STRICT, WITHOUT ROWID;
CREATE INDEX held_notices_due ON held_notices (due_ms);`),
};
