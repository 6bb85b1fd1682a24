/** JSON, also with comments and trailing commas, as a table of unknown values. What is none says nothing. */
import { tableIn, type Table } from "./parse-toml.ts";

export function parseJsonTable(text: string): Table {
  try {
    const root: unknown = JSON.parse(plainJson(text));
    return tableIn({ root }, "root");
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Strings are passed over whole: an address holds `//`. */
const plainJson = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? " ")
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? "");
