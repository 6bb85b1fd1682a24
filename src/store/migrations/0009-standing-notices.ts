/** What a channel was told stands there until its cause is gone; then it is marked as over. */
import type { Migration } from "../../lib/database/migrate.ts";

export const standingNotices: Migration = {
  version: 9,
  up: (db) =>
    void db.exec(`
CREATE TABLE standing_notices (
  notice TEXT NOT NULL, notifier TEXT NOT NULL, project TEXT NOT NULL, told_ms REAL NOT NULL, due_ms REAL NOT NULL,
  ref TEXT, doc TEXT NOT NULL,
  PRIMARY KEY (notice, notifier)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_notices_due ON standing_notices (due_ms);`),
};
