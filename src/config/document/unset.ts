/** Takes one key out of the text of a file, so that what is built in holds again. All else stays, wherever possible. */
import { isMap, isScalar, parseDocument, type Document, type YAMLMap } from "yaml";
import type { ConfigSource } from "../config.ts";
import { findKey } from "./find-key.ts";
import { load } from "../load.ts";
import { refuseSetting, type SetResult } from "./set.ts";
import { findRange } from "./splice.ts";

/** What is not written stays so. */
export function unsetKey(source: ConfigSource, key: string): SetResult {
  const before = load(source);
  if (!before.ok) return before;
  const document = parseDocument(source.text);
  const found = findKey(document, key);
  if (!found.ok) return refuseSetting(source, key, found.sentence);
  if (found.existing < found.path.length) return { ...before, text: source.text };
  const text = removeKey(source.text, document, found.path);
  const after = load({ ...source, text });
  return after.ok ? { ...after, text } : after;
}

/** Its own lines less, where that means the same; else the document written anew, which only costs its alignment. */
function removeKey(text: string, document: Document, path: readonly (string | number)[]): string {
  const block: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const cut = isMap(block) && block.flow !== true ? removeLines(text, block, String(path.at(-1))) : null;
  document.deleteIn(path);
  return cut !== null && readMeaning(cut) === formatMeaning(document) ? cut : document.toString({ lineWidth: 0 });
}

function readMeaning(text: string): string | null {
  const document = parseDocument(text, { logLevel: "silent" });
  return document.errors.length > 0 ? null : formatMeaning(document);
}

/** A block without keys means as much as none. */
const formatMeaning = (document: Document): string =>
  JSON.stringify(document.toJS({ maxAliasCount: -1 }), (_key, value: unknown) =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0 ? null : value,
  );

function removeLines(text: string, block: YAMLMap, name: string): string | null {
  const pair = block.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  const [key, value] = [findRange(pair?.key), findRange(pair?.value)];
  if (key === undefined || key === null) return null;
  const from = text.lastIndexOf("\n", key[0] - 1) + 1;
  if (text.slice(from, key[0]).trim() !== "") return null;
  const content = text.slice(0, value?.[1] ?? key[1]).trimEnd().length;
  const newline = text.indexOf("\n", content);
  return text.slice(0, from) + (newline < 0 ? "" : text.slice(newline + 1));
}
