/** A message keeps its identity and its parts from its first telling on, so that a channel can be asked whether it was sent. */
import type { Migration } from "../../lib/database/migrate.ts";

export const messagesOfHeldNotices: Migration = {
  version: 17,
  up: (db) => void db.exec("ALTER TABLE held_notices ADD COLUMN message_key TEXT"),
};
