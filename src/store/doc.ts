/** Documents: the domain's own types as JSON. Text becomes a type only here. */
import { StoreError } from "../lib/database/store-error.ts";

export type DocRow = { readonly id: string | number; readonly doc: string };

export function readDoc<T extends object>(table: string, id: string | number, text: string): T {
  const value = parse(table, id, text);
  if (typeof value !== "object" || value === null) throw unreadable(table, id, `it holds ${text.slice(0, 40)}`);
  return value as T;
}

export function readDocs<T extends object>(table: string, rows: readonly DocRow[]): readonly T[] {
  return rows.map((row) => readDoc<T>(table, row.id, row.doc));
}

export function writeDoc(value: object): string {
  return JSON.stringify(value);
}

function parse(table: string, id: string | number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(table, id, "it is no JSON", error);
  }
}

function unreadable(table: string, id: string | number, why: string, cause?: unknown): StoreError {
  const message = `the row ${id} of ${table} is unreadable: ${why}. Restore the newest backup of the database, or remove that row.`;
  return new StoreError("corrupt_row", message, { cause, row: { table, id: String(id) } });
}
