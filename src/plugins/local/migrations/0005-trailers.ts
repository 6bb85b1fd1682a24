/** What the commit that lands a change says of where it comes from. */
import type { Migration } from "../../../lib/database/migrate.ts";

export const trailers: Migration = {
  version: 5,
  up: (db) => void db.exec("ALTER TABLE changes ADD COLUMN trailers TEXT NOT NULL DEFAULT '[]'"),
};
