/** How many tests passed and failed, where a check's report tells. */
import type { Migration } from "../../../lib/database/migrate.ts";

export const testCounts: Migration = {
  version: 2,
  up: (db) =>
    void db.exec(`
ALTER TABLE check_results ADD COLUMN tests_passed INTEGER;
ALTER TABLE check_results ADD COLUMN tests_failed INTEGER;
`),
};
