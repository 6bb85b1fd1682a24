/** What people were told of a red base was a flag, and is now the list of its failures: those told before are not known. */
import type { Migration } from "../../lib/database/migrate.ts";

export const toldRed: Migration = {
  version: 6,
  up: (db) =>
    void db.exec(`
UPDATE projects SET doc = json_set(doc, '$.base.toldRed', json(iif(doc ->> '$.base.toldRed' = 1, '["unknown"]', '[]')))
WHERE json_type(doc, '$.base.toldRed') IN ('true', 'false');`),
};
