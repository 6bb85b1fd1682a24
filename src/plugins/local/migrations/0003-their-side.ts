/** The other side of a conflict, as a diff. */
import type { Migration } from "../../../lib/database/migrate.ts";

export const theirSide: Migration = {
  version: 3,
  up: (db) => void db.exec("ALTER TABLE changes ADD COLUMN theirs TEXT NOT NULL DEFAULT ''"),
};
