/** Changes say now who opened them: those that are nobody's here are read again, for without that they are a stranger's. */
import type { Migration } from "../../lib/database/migrate.ts";

export const whoOpenedAChange: Migration = {
  version: 10,
  up: (db) =>
    void db.exec(`
UPDATE changes SET doc = json_set(doc, '$.version', 0) WHERE open = 1 AND session IS NULL AND doc ->> '$.author' IS NULL;
DELETE FROM inbox WHERE dedup_key LIKE 'change:%' AND state = 'done';`),
};
