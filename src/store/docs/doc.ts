/** Documents: the domain's own types as JSON. Text becomes a type only here. */
import { StoreError } from "../../lib/database/store-error.ts";
import { explainMisshapen } from "./doc-shape.ts";

export type DocRow = { readonly id: string | number; readonly doc: string };

/** Throws `corrupt_row` when the row cannot be read. */
export function readDoc<T extends object>(table: string, id: string | number, text: string): T {
  const value = readJson<T>(table, id, text);
  const why = explainMisshapen(table, value);
  if (why !== null) throw reportUnreadable(table, id, why);
  return value;
}

/** All of them or none: for facts that a decision must not miss. */
export function readDocs<T extends object>(table: string, rows: readonly DocRow[]): readonly T[] {
  return rows.map((row) => readDoc<T>(table, row.id, row.doc));
}

/** Without those that cannot be read: one bad row is one bad row. `findDamagedRows` names it. */
export function readReadableDocs<T extends object>(table: string, rows: readonly DocRow[]): readonly T[] {
  return rows.flatMap((row) => readReadableDoc<T>(table, row.id, row.doc) ?? []);
}

/** Null: it cannot be read. */
export function readReadableDoc<T extends object>(table: string, id: string | number, text: string): T | null {
  try {
    return readDoc<T>(table, id, text);
  } catch (error) {
    if (isDamagedRow(error)) return null;
    throw error;
  }
}

export function isDamagedRow(error: unknown): boolean {
  return error instanceof StoreError && error.code === "corrupt_row";
}

/** An object or a list, whatever is in it. */
export function readJson<T extends object>(table: string, id: string | number, text: string): T {
  const value = parse(table, id, text);
  if (typeof value !== "object" || value === null) throw reportUnreadable(table, id, `it holds ${text.slice(0, 40)}`);
  return value as T;
}

export function writeDoc(value: object): string {
  return JSON.stringify(value);
}

function parse(table: string, id: string | number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw reportUnreadable(table, id, "it is not JSON", error);
  }
}

function reportUnreadable(table: string, id: string | number, why: string, cause?: unknown): StoreError {
  const message = `the row ${id} of ${table} cannot be read: ${why}. \`ao doctor\` names all such rows; \`ao restore-backup --all\` goes back to a backup.`;
  return new StoreError("corrupt_row", message, { cause, row: { table, id: String(id) } });
}
