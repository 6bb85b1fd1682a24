/** YAML of others as a table of unknown values, read as data only. What is none says nothing. */
import { parseDocument } from "yaml";
import { getTable, type TomlTable } from "./parse-toml.ts";

/** An honest file repeats little; aliases of aliases grow without bound. */
const ALIASES_MAX = 50;

export function parseYamlTable(text: string): TomlTable {
  const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent" });
  if (document.errors.length > 0) return {};
  return getTable({ root: toPlainValue(document) }, "root");
}

function toPlainValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (error) {
    // Too many aliases, or one without its anchor.
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}
