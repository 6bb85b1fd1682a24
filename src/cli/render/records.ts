/** What a program reads: one record a line, fields between tabs, nothing cut. */
import { toVisibleLine } from "./visible.ts";

export type Field = string | number | Date | null;

export function formatRecords(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => row.map(formatField).join("\t")).join("\n");
}

function formatField(field: Field): string {
  if (field === null) return "";
  return toVisibleLine(field instanceof Date ? field.toISOString() : String(field));
}
