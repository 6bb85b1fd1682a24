import type { Connection } from "../../lib/database/connection.ts";

type Value = string | number | null;
export type RowShape = {
  readonly table: string;
  readonly settled: readonly string[];
  readonly moving: readonly string[];
};
export type RowValues = { readonly id: string; readonly settled: readonly Value[]; readonly moving: readonly Value[] };

/**
 * Inserts or updates a row. Most saves leave the `settled` columns, which indexes hold, as they are. Those are compared
 * instead of set: SQLite rewrites every index of which a column is set, changed or not, and that is a third of the cost.
 */
export function saveRow(db: Connection, { table, settled, moving }: RowShape): (row: RowValues) => void {
  const update = db.prepare<Value[]>(`
    UPDATE ${table} SET ${moving.map((column) => `${column} = ?`).join(", ")}
    WHERE id = ? AND ${settled.map((column) => `${column} IS ?`).join(" AND ")}`);
  const columns = [...settled, ...moving];
  const upsert = db.prepare<Value[]>(`
    INSERT INTO ${table} (id, ${columns.join(", ")}) VALUES (?, ${columns.map(() => "?").join(", ")})
    ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);

  return (row) => {
    if (update.run(...row.moving, row.id, ...row.settled).changes === 0)
      upsert.run(row.id, ...row.settled, ...row.moving);
  };
}
