/** Most channels cannot be asked what they received, so what was sent is written down here. */
import type { Migration } from "../../lib/database/migrate.ts";

export const sentNotices: Migration = {
  version: 5,
  up: (db) =>
    void db.exec(`
CREATE TABLE sent_notices (
  notice TEXT NOT NULL, notifier TEXT NOT NULL, at_ms REAL NOT NULL, PRIMARY KEY (notice, notifier)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_notices_at ON sent_notices (at_ms);`),
};
