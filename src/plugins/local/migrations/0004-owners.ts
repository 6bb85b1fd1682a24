/** Owners of the touched paths. Open changes are compared with their base again, which finds them. */
import type { Migration } from "../../../lib/database/migrate.ts";

export const owners: Migration = {
  version: 4,
  up: (db) => {
    db.exec("ALTER TABLE changes ADD COLUMN owners TEXT NOT NULL DEFAULT '[]'");
    db.exec("UPDATE changes SET onto = NULL WHERE state IN ('draft', 'open')");
  },
};
