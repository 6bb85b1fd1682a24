/** JSON, also with comments and trailing commas, as a table of unknown values. What is none says nothing. */
import { getTable, type TomlTable } from "./parse-toml.ts";

export function parseJsonTable(text: string): TomlTable {
  try {
    const root: unknown = JSON.parse(toPlainJson(text));
    return getTable({ root }, "root");
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Strings are passed over whole: an address holds `//`. */
const toPlainJson = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? " ")
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? "");
