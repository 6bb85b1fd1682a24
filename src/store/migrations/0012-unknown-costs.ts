/** Which turns told no money, and what they read from caches. No turn that ended before told why it cost nothing. */
import type { Migration } from "../../lib/database/migrate.ts";

export const unknownCosts: Migration = {
  version: 12,
  up: (db) =>
    db.exec(`
ALTER TABLE turns ADD COLUMN cache_read_tokens REAL NOT NULL DEFAULT 0;
ALTER TABLE turns ADD COLUMN unknown_turns INTEGER NOT NULL DEFAULT 0;
UPDATE turns SET unknown_turns = 1 WHERE ended_ms IS NOT NULL AND usd = 0;`),
};
