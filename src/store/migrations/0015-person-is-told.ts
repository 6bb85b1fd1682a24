/** Escalations asked an orchestrator agent first, and there was none: whoever waited for its answer is told now. */
import type { Migration } from "../../lib/database/migrate.ts";

const toPerson = `
  json_set(value, '$.escalation', json_object('kind', 'person', 'atMs', value ->> '$.escalation.untilMs'))`;

/** `session` and `change`: the columns that say whose incident it is. */
const tellOf = (table: string, session: string, change: string): string => `
INSERT INTO outbox (key, kind, lane, slot, due_ms, created_ms, doc)
SELECT key, 'notify', key, 'notifier', 0, 0, json_object(
  'kind', 'notify', 'key', key, 'project', project, 'priority', 'urgent', 'text', value ->> '$.summary',
  'subject', json_object('kind', 'incident', 'incident', value ->> '$.id', 'trouble', value ->> '$.trouble',
    'session', session, 'change', change))
FROM (
  SELECT 'notify:incident:' || (value ->> '$.id') AS key, value, project, ${session} AS session, ${change} AS change
  FROM ${table}, json_each(iif(json_valid(doc), doc, '{}'), '$.incidents')
  WHERE value ->> '$.escalation.kind' = 'orchestrator' AND json_type(value, '$.closed') = 'null'
) WHERE true ON CONFLICT (key) DO NOTHING;
UPDATE ${table} SET doc = json_set(doc, '$.incidents', (
  SELECT json_group_array(json(iif(value ->> '$.escalation.kind' = 'orchestrator', ${toPerson}, value)))
  FROM json_each(doc, '$.incidents')
)) WHERE iif(json_valid(doc), EXISTS (
  SELECT 1 FROM json_each(doc, '$.incidents') WHERE value ->> '$.escalation.kind' = 'orchestrator'
), 0);`;

export const personIsTold: Migration = {
  version: 15,
  up: (db) =>
    db.exec(`
${tellOf("sessions", "sessions.id", "NULL")}
${tellOf("changes", "session", "changes.id")}
UPDATE messages SET doc = json_set(doc, '$.cause', json_object('kind', 'person', 'by', 'ao'))
WHERE iif(json_valid(doc), doc ->> '$.cause.kind', NULL) = 'escalation';
UPDATE inbox SET state = 'done' WHERE state = 'new' AND kind = 'escalation_raised';`),
};
