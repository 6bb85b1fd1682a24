/** TOML as tables of unknown values, for readers of `pyproject.toml` and the like. What is no TOML says nothing. */
import { parse, TomlError } from "smol-toml";

export type TomlTable = Readonly<Record<string, unknown>>;

const EMPTY: TomlTable = {};

export function parseToml(text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return EMPTY;
    throw error;
  }
}

const isTable = (value: unknown): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** By a path of keys; what is missing or no table is an empty one. */
export function getTable(table: TomlTable, ...path: readonly string[]): TomlTable {
  let inner = table;
  for (const key of path) {
    const value = Object.hasOwn(inner, key) ? inner[key] : undefined;
    if (!isTable(value)) return EMPTY;
    inner = value;
  }
  return inner;
}

export function getText(table: TomlTable, key: string): string | null {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === "string" ? value : null;
}

export function listIn(table: TomlTable, key: string): readonly unknown[] {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return Array.isArray(value) ? value : [];
}

export const getTexts = (table: TomlTable, key: string): readonly string[] =>
  listIn(table, key).filter((one): one is string => typeof one === "string");

/** The tables among the values of a table, by their keys. */
export const listTables = (table: TomlTable): readonly (readonly [string, TomlTable])[] =>
  Object.entries(table).flatMap(([key, value]): (readonly [string, TomlTable])[] =>
    isTable(value) ? [[key, value]] : [],
  );
