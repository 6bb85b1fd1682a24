/** What each turn has cost, so that it can be summed by day, agent and issue. Of turns that ended before nobody knows. */
import type { Migration } from "../../lib/database/migrate.ts";

export const turnCosts: Migration = {
  version: 7,
  up: (db) =>
    void db.exec(`
ALTER TABLE turns ADD COLUMN ended_ms REAL;
ALTER TABLE turns ADD COLUMN usd REAL NOT NULL DEFAULT 0;
ALTER TABLE turns ADD COLUMN tokens REAL NOT NULL DEFAULT 0;
CREATE INDEX turns_ended ON turns (ended_ms) WHERE ended_ms IS NOT NULL;`),
};
