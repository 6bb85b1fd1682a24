/**
 * Who asked for a landing or gave a command was a text; now it says whether that was a person or `ao` itself. The texts
 * are those that versions before wrote. Commands that were decided are only a record, and stay as they are.
 */
import type { Migration } from "../../lib/database/migrate.ts";

const actorFrom = (by: string): string => `
CASE ${by}
  WHEN 'ao' THEN json('{"kind":"ao","part":"scheduler"}')
  WHEN 'approved-and-green' THEN json('{"kind":"ao","part":"landing"}')
  WHEN 'a restart of the daemon' THEN json('{"kind":"ao","part":"recovery"}')
  WHEN 'ao restore-backup' THEN json('{"kind":"ao","part":"restoredBackup"}')
  WHEN 'a shell''s environment' THEN json('{"kind":"ao","part":"environment"}')
  WHEN 'ao remove-project' THEN json('{"kind":"ao","part":"projectRemoval"}')
  WHEN 'triage' THEN json('{"kind":"ao","part":"triage"}')
  ELSE json_object('kind', 'person', 'name', ${by})
END`;

export const actors: Migration = {
  version: 14,
  up: (db) =>
    db.exec(`
UPDATE changes SET doc = json_set(doc, '$.queue.by', ${actorFrom("doc ->> '$.queue.by'")})
WHERE iif(json_valid(doc), json_type(doc, '$.queue.by'), NULL) = 'text';
UPDATE inbox SET doc = json_set(doc, '$.by', ${actorFrom("doc ->> '$.by'")})
WHERE kind = 'command_given' AND state <> 'done' AND iif(json_valid(doc), json_type(doc, '$.by'), NULL) = 'text';`),
};
