/** Sets one key in the text of a file. Comments, order and, wherever possible, every other character stay as they are. */
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  stringify,
  type Document,
  type Range,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { takesOnlyText, type Shape } from "./alternatives.ts";
import type { ConfigSource } from "./config.ts";
import { findKey } from "./find-key.ts";
import { load, type Loaded } from "./load.ts";
import { problemAt } from "./problem.ts";

export type SetResult =
  (Extract<Loaded, { readonly ok: true }> & { readonly text: string }) | Extract<Loaded, { readonly ok: false }>;

/** `value` as typed at a prompt: text where only text fits, else YAML (`3`, `true`, `[a, b]`, `{ usd: 5 }`). */
export function setKey(source: ConfigSource, key: string, value: string): SetResult {
  const before = load(source);
  if (!before.ok) return before;
  const document = parseDocument(source.text);
  const found = findKey(document, key);
  if (!found.ok) return refused(source, key, found.sentence);
  const wanted = valueOf(value, found.shape);
  if (!wanted.ok) return refused(source, key, wanted.sentence);
  const text = edited(source.text, { document, path: found.path, existing: found.existing, value: wanted.value });
  if (text === null)
    return refused(source, key, `\`${key}\` lies inside a value that is not a block; set that one as a whole`);
  const after = load({ ...source, text });
  return after.ok ? { ...after, text } : after;
}

/** The value of a key as it is written, before variables are filled in; null when it is not written. */
export function getKey(source: Pick<ConfigSource, "text">, key: string): string | null {
  const document = parseDocument(source.text);
  const found = document.errors.length > 0 ? null : findKey(document, key);
  if (found === null || !found.ok || found.existing < found.path.length) return null;
  const value: unknown = document.getIn(found.path);
  return isCollection(value) ? stringify(value.toJS(document), { lineWidth: 0 }).trimEnd() : String(value ?? "");
}

export function refused(source: ConfigSource, key: string, sentence: string): SetResult {
  const problem = problemAt(source.file, { line: 1, column: 1, written: key }, sentence);
  return { ok: false, problems: [{ ...problem, sentence }] };
}

type Value = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly sentence: string };

function valueOf(typed: string, shape: Shape | null): Value {
  if (shape !== null && takesOnlyText(shape)) return { ok: true, value: typed };
  const document = parseDocument(typed, { logLevel: "silent" });
  const error = document.errors[0];
  if (error !== undefined)
    return { ok: false, sentence: `the value is not valid YAML: ${error.message.split("\n")[0] ?? ""}` };
  return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
}

type Edit = {
  readonly document: Document;
  readonly path: readonly (string | number)[];
  readonly existing: number;
  readonly value: unknown;
};

/** The smallest edit that means the same; else the document written anew, which only costs its alignment. */
function edited(text: string, edit: Edit): string | null {
  const spliced = replaced(text, edit) ?? inserted(text, edit);
  const { document, path, value } = edit;
  if (!openParents(edit)) return null;
  document.setIn(path, isCollectionValue(value) ? document.createNode(value, { flow: true }) : value);
  const meant = JSON.stringify(document.toJS({ maxAliasCount: -1 }));
  if (spliced !== null && meaningOf(spliced) === meant) return spliced;
  return document.toString({ lineWidth: 0 });
}

const isCollectionValue = (value: unknown): boolean => typeof value === "object" && value !== null;

export function meaningOf(text: string): string | null {
  const document = parseDocument(text, { logLevel: "silent" });
  return document.errors.length > 0 ? null : JSON.stringify(document.toJS({ maxAliasCount: -1 }));
}

/** A key with nothing behind it becomes a block; any other single value in the way stays, and the edit is refused. */
function openParents({ document, path, existing }: Edit): boolean {
  for (let length = 1; length < path.length && length <= existing; length++) {
    const parent: unknown = document.getIn(path.slice(0, length), true);
    if (isCollection(parent)) continue;
    if (parent !== null && !(isScalar(parent) && parent.value === null)) return false;
    document.setIn(path.slice(0, length), document.createNode({}));
  }
  return true;
}

/** What stands on one line in place of what does. */
function replaced(text: string, { document, path, existing, value }: Edit): string | null {
  const node: unknown = existing === path.length ? document.getIn(path, true) : null;
  if (!isInline(node) || node.range === undefined || node.range === null) return null;
  return text.slice(0, node.range[0]) + inline(value) + text.slice(node.range[1]);
}

function isInline(node: unknown): node is Scalar | YAMLMap | YAMLSeq {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && node.value !== null && node.type !== "BLOCK_FOLDED" && node.type !== "BLOCK_LITERAL";
}

/** Behind the last key of the innermost block that is there: on new lines, or between its braces. */
function inserted(text: string, { document, path, existing, value }: Edit): string | null {
  if (existing === path.length) return null;
  const block: unknown = existing === 0 ? document.contents : document.getIn(path.slice(0, existing), true);
  if (!isMap(block)) return null;
  if (block.flow === true) return insertedInFlow(text, block, nested(path.slice(existing), value));
  const end = lastLineEnd(text, block);
  const indent = columnOf(text, block);
  if (end === null || indent === null) return null;
  const lines = path.slice(existing).map((key, depth) => `${" ".repeat(indent + 2 * depth)}${inline(key)}:`);
  return `${text.slice(0, end)}\n${lines.join("\n")} ${inline(value)}${text.slice(end)}`;
}

function insertedInFlow(text: string, block: YAMLMap, added: object): string | null {
  const last: unknown = block.items.at(-1)?.value;
  const range = block.items.length === 0 ? block.range : rangeOf(last);
  if (range === undefined || range === null) return null;
  if (block.items.length === 0) return text.slice(0, range[0]) + inline(added) + text.slice(range[1]);
  return `${text.slice(0, range[1])}, ${inline(added).slice(2, -2)}${text.slice(range[1])}`;
}

/** `a`, `b` and a value make `{ a: { b: value } }`. */
function nested(path: readonly (string | number)[], value: unknown): object {
  const [first = "", ...rest] = path;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
}

export const rangeOf = (node: unknown): Range | null | undefined =>
  isScalar(node) || isCollection(node) || isAlias(node) ? node.range : undefined;

function lastLineEnd(text: string, block: YAMLMap): number | null {
  const range = rangeOf(block.items.at(-1)?.value);
  if (range === undefined || range === null) return null;
  // A block ends where the line after it begins; step back over the line breaks.
  const content = text.slice(0, range[1]).trimEnd().length;
  const newline = text.indexOf("\n", content);
  return newline < 0 ? text.length : newline;
}

function columnOf(text: string, block: YAMLMap): number | null {
  const key: unknown = block.items[0]?.key;
  if (!isScalar(key) || key.range === undefined || key.range === null) return null;
  const lines = new LineCounter();
  parseDocument(text, { lineCounter: lines });
  return lines.linePos(key.range[0]).col - 1;
}

/** On one line, and safe inside `{ }` and `[ ]` too. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, own]) => `${inline(key)}: ${inline(own)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = /^[\w./@-]+$/.test(value) && stringify(value).trimEnd() === value;
  return isPlain ? value : JSON.stringify(value);
}
