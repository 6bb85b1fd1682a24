/** What a program reads: one record a line, fields between tabs, nothing cut. */
import { visibleLine } from "./visible.ts";

export type Field = string | number | Date | null;

export function records(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => row.map(fieldText).join("\t")).join("\n");
}

function fieldText(field: Field): string {
  if (field === null) return "";
  return visibleLine(field instanceof Date ? field.toISOString() : String(field));
}
