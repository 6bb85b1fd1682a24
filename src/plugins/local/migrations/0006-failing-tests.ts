/** Which tests failed, where a check's report names them all. */
import type { Migration } from "../../../lib/database/migrate.ts";

export const failingTests: Migration = {
  version: 6,
  up: (db) => void db.exec("ALTER TABLE check_results ADD COLUMN failing_tests TEXT"),
};
