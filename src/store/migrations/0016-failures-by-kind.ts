/** Where a failure was met stood in front of its fingerprint, and is now a fact beside it. */
import type { Migration } from "../../lib/database/migrate.ts";

/** What begins so, by the trouble that it is about: a check may be called `landing`, too. */
const marked = (trouble: string, at: string): string => `
  CASE
    WHEN ${trouble} = 'ci' AND ${at} LIKE 'landing:%'
      THEN json_object('fingerprint', substr(${at}, 9), 'as', 'together')
    WHEN ${trouble} = 'conflict' AND ${at} LIKE 'moved:%'
      THEN json_object('fingerprint', substr(${at}, 7), 'as', 'moved')
    WHEN ${trouble} = 'conflict' AND ${at} LIKE 'landing:%:%'
      THEN json_object('as', 'landing', 'onto', nullif(substr(${at}, 9, instr(substr(${at}, 9), ':') - 1), ''),
        'fingerprint', substr(substr(${at}, 9), instr(substr(${at}, 9), ':') + 1))
    ELSE '{}'
  END`;

/** `json_patch` drops what is null: a conflict that was met on an unknown base keeps its `onto` that way. */
const withOnto = (failure: string): string =>
  `iif(${failure} ->> '$.as' = 'landing' AND ${failure} ->> '$.onto' IS NULL, json_set(${failure}, '$.onto', NULL), ${failure})`;

const toldFor = withOnto(
  `json_patch(value -> '$.toldFor', ${marked("value ->> '$.trouble'", "(value ->> '$.toldFor.fingerprint')")})`,
);

const seenTogether = `SELECT 1 FROM json_each(incident, '$.fingerprintsSeen') WHERE value LIKE 'landing:%'`;
const seenAlone = `SELECT json_group_array(value) FROM json_each(incident, '$.fingerprintsSeen') WHERE value NOT LIKE 'landing:%'`;

const incidents = `
SELECT json_group_array(json(iif(
  incident ->> '$.trouble' = 'ci' AND EXISTS (${seenTogether}),
  json_set(incident, '$.failedTogether', json('true'), '$.fingerprintsSeen', json((${seenAlone}))),
  incident
))) FROM (
  SELECT iif(json_type(value, '$.toldFor') = 'object', json_set(value, '$.toldFor', json(${toldFor})), value) AS incident
  FROM json_each(doc, '$.incidents')
)`;

const update = (table: string): string => `
UPDATE ${table} SET doc = json_set(doc, '$.incidents', json((${incidents})))
WHERE iif(json_valid(doc), json_type(doc, '$.incidents') = 'array' AND
  (doc LIKE '%"landing:%' OR doc LIKE '%"moved:%'), 0);`;

const cause = withOnto(
  `json_patch(doc -> '$.cause', ${marked("doc ->> '$.cause.trouble'", "(doc ->> '$.cause.fingerprint')")})`,
);

export const failuresByKind: Migration = {
  version: 16,
  up: (db) =>
    db.exec(`
${update("sessions")}
${update("changes")}
UPDATE messages SET doc = json_set(doc, '$.cause', json(${cause}))
WHERE iif(json_valid(doc), doc ->> '$.cause.kind' = 'incident' AND
  (doc LIKE '%"landing:%' OR doc LIKE '%"moved:%'), 0);`),
};
