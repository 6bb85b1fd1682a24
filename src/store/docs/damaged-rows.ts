/** Rows that nobody can read, by their tables. The engine goes on without them; a person is to know. */
import type { Statement } from "better-sqlite3";
import type { Connection } from "../../lib/database/connection.ts";
import { StoreError, type RowName } from "../../lib/database/store-error.ts";
import { isDamagedRow, readDoc } from "./doc.ts";

export type DamagedRow = RowName & { readonly why: string };

/** `shallow`: only what is no JSON at all, many times quicker. */
export type DamageSearch = { readonly limit: number; readonly depth: "shallow" | "deep" };

const FACTS = ["projects", "issues", "sessions", "changes", "candidates", "messages"];
const COLUMNS: readonly (readonly [table: string, id: string, column: string])[] = [
  ...FACTS.map((table) => [table, "id", "doc"] as const),
  ["issues", "id", "labels"],
  ["issues", "id", "blocked_by"],
  ["inbox", "seq", "doc"],
  ["outbox", "seq", "doc"],
  ["events", "seq", "doc"],
  ["requests", "key", "ref"],
  ["held_notices", "notice", "doc"],
  ["standing_notices", "notice", "doc"],
];

export function createDamagedRowsFinder(db: Connection): (search: DamageSearch) => readonly DamagedRow[] {
  let notJson: NotJson | null = null;
  return ({ limit, depth }) => {
    notJson ??= db.prepare(NOT_JSON);
    const found: DamagedRow[] = notJson
      .all(limit)
      .map(({ table, id }) => ({ table, id, why: `the row ${id} of ${table} cannot be read: it is not JSON` }));
    if (depth === "deep") found.push(...FACTS.flatMap((table) => listMisshapen(db, table)));
    return found.slice(0, limit);
  };
}

type NotJson = Statement<[limit: number], RowName>;

/** One statement, prepared once: fourteen of them took longer to prepare than to run. */
const NOT_JSON = `${COLUMNS.map(
  ([table, id, column]) =>
    `SELECT '${table}' AS "table", CAST(${id} AS TEXT) AS id FROM ${table} WHERE NOT json_valid(${column})`,
).join(" UNION ALL ")} LIMIT ?`;

function listMisshapen(db: Connection, table: string): readonly DamagedRow[] {
  const rows = db.prepare<[], { id: string; doc: string }>(`SELECT id, doc FROM ${table} WHERE json_valid(doc)`);
  const found: DamagedRow[] = [];
  for (const { id, doc } of rows.iterate()) {
    try {
      readDoc(table, id, doc);
    } catch (error) {
      if (!(error instanceof StoreError) || !isDamagedRow(error)) throw error;
      found.push({ table, id, why: error.message });
    }
  }
  return found;
}
