/** A base without checks counted as green: every green one is looked at again. A tree that passed is not run again. */
import type { Migration } from "../../lib/database/migrate.ts";

export const uncheckedBases: Migration = {
  version: 13,
  up: (db) =>
    db.exec(`
UPDATE projects SET doc = json_set(doc,
  '$.base.head', NULL, '$.base.tree', NULL, '$.base.health', json('{"kind":"unknown"}'))
WHERE iif(json_valid(doc), doc ->> '$.base.health.kind', NULL) = 'green';`),
};
