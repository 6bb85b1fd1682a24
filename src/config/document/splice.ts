/** Changes one value in the text of a YAML file: every other line, and every comment of it, stays as it is. */
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  stringify,
  type Document,
  type Pair,
  type Range,
  type YAMLMap,
} from "yaml";

export type Edit = {
  readonly document: Document;
  readonly path: readonly (string | number)[];
  /** How many keys of the path are there. */
  readonly existing: number;
  readonly value: unknown;
};

/** Null: the value cannot be put in by changing its own lines. */
export function splice(text: string, edit: Edit): string | null {
  return edit.existing === edit.path.length ? replace(text, edit) : insert(text, edit);
}

/** Whether no comment of one text is missing in the other. */
export function hasAllComments(before: string, after: string): boolean {
  const left = findComments(after);
  return findComments(before).every((comment) => {
    const index = left.indexOf(comment);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

const findComments = (text: string): string[] => [...new Lexer().lex(text)].filter((token) => token.startsWith("#"));

/** A value on one line is exchanged where it stands; a block becomes one line, and whole lines of comment in it stay. */
function replace(text: string, { document, path, value }: Edit): string | null {
  const node: unknown = document.getIn(path, true);
  const range = findRange(node);
  if (range === undefined || range === null || isAlias(node)) return null;
  if (isScalar(node) && isEmpty(node)) return giveValue(text, findPair(document, path), formatInline(value), null);
  if (isOnOneLine(node)) return text.slice(0, range[0]) + formatInline(value) + text.slice(range[1]);
  const pair = findPair(document, path);
  if (isScalar(node)) {
    // A block of text: what looks like a comment in it is text.
    return text.slice(0, range[0]) + formatInline(value) + text.slice(endOfContent(text, range[1]));
  }
  return giveValue(text, pair, formatInline(value), range);
}

/** Behind the colon of a key; the lines of `old`, if any, go, but for those that are comments. */
function giveValue(text: string, pair: Pair | null, value: string, old: Range | null): string | null {
  const key = findRange(pair?.key);
  if (key === undefined || key === null) return null;
  const colon = text.indexOf(":", key[1]) + 1;
  if (colon === 0) return null;
  if (old === null) return `${text.slice(0, colon)} ${value}${text.slice(colon)}`;
  const end = endOfContent(text, old[1]);
  const first = text.lastIndexOf("\n", old[0] - 1);
  if (first < colon) return null;
  const comments = text
    .slice(first, end)
    .split("\n")
    .filter((line) => line.trimStart().startsWith("#"));
  const kept = comments.map((line) => `\n${line}`).join("");
  return `${text.slice(0, colon)} ${value}${text.slice(colon, first)}${kept}${text.slice(endOfLine(text, end))}`;
}

/** Behind the last key of the innermost block that is there: on new lines, or between its braces. */
function insert(text: string, { document, path, existing, value }: Edit): string | null {
  const block: unknown = existing === 0 ? document.contents : document.getIn(path.slice(0, existing), true);
  const added = path.slice(existing);
  if (isScalar(block) && isEmpty(block)) {
    const pair = findPair(document, path.slice(0, existing));
    return insertBelow(text, pair, (indent) => formatLines(added, value, indent));
  }
  if (!isMap(block)) return null;
  if (block.flow === true) return insertInFlow(text, block, nestValue(added, value));
  const [indent, end] = [findColumn(text, block.items[0]), findLastLineEnd(text, block)];
  if (end === null || indent === null) return null;
  const at = findCommentsEnd(text, end, indent + 1);
  return `${text.slice(0, at)}\n${formatLines(added, value, indent)}${text.slice(at)}`;
}

/** A key with nothing but comments below it: the new lines come behind these, as far to the right as they are. */
function insertBelow(text: string, pair: Pair | null, linesAt: (indent: number) => string): string | null {
  const key = findRange(pair?.key);
  const column = findColumn(text, pair);
  if (key === undefined || key === null || column === null) return null;
  const line = endOfLine(text, key[1]);
  const end = findCommentsEnd(text, line, column + 1);
  const comment = text.slice(line, end).match(/\n( *)#/)?.[1];
  return `${text.slice(0, end)}\n${linesAt(comment?.length ?? column + 2)}${text.slice(end)}`;
}

function formatLines(keys: readonly (string | number)[], value: unknown, indent: number): string {
  const lines = keys.map((key, depth) => `${" ".repeat(indent + 2 * depth)}${formatInline(key)}:`);
  return `${lines.join("\n")} ${formatInline(value)}`;
}

/** From the end of a line to the end of the last comment below it that stands at least so far to the right. */
function findCommentsEnd(text: string, end: number, column: number): number {
  for (;;) {
    const next = endOfLine(text, end + 1);
    const found = /^( *)#/.exec(text.slice(end + 1, next));
    if (end >= text.length || found === null || (found[1] ?? "").length < column) return end;
    end = next;
  }
}

function insertInFlow(text: string, block: YAMLMap, added: object): string | null {
  const last: unknown = block.items.at(-1)?.value;
  const range = block.items.length === 0 ? block.range : findRange(last);
  if (range === undefined || range === null) return null;
  if (block.items.length === 0) return text.slice(0, range[0]) + formatInline(added) + text.slice(range[1]);
  return `${text.slice(0, range[1])}, ${formatInline(added).slice(2, -2)}${text.slice(range[1])}`;
}

/** `a`, `b` and a value make `{ a: { b: value } }`. */
function nestValue(path: readonly (string | number)[], value: unknown): object {
  const [first = "", ...rest] = path;
  return { [first]: rest.length === 0 ? value : nestValue(rest, value) };
}

export const findRange = (node: unknown): Range | null | undefined =>
  isScalar(node) || isCollection(node) || isAlias(node) ? node.range : undefined;

const isEmpty = (node: { readonly value: unknown; readonly source?: string }): boolean =>
  node.value === null && (node.source ?? "") === "";

function isOnOneLine(node: unknown): boolean {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && node.type !== "BLOCK_FOLDED" && node.type !== "BLOCK_LITERAL";
}

function findPair(document: Document, path: readonly (string | number)[]): Pair | null {
  const block: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  if (!isMap(block) || block.flow === true) return null;
  return block.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === name) ?? null;
}

/** Of its last value: the block itself ends behind the comments that follow. */
function findLastLineEnd(text: string, block: YAMLMap): number | null {
  let last: unknown = block;
  for (let next: unknown = last; next !== undefined; next = findLastNode(next)) last = next;
  const range = findRange(last);
  return range === undefined || range === null ? null : endOfLine(text, endOfContent(text, range[1]));
}

function findLastNode(node: unknown): unknown {
  if (!isCollection(node) || node.flow === true) return undefined;
  const last: unknown = node.items.at(-1);
  return isPair(last) ? (last.value ?? last.key) : last;
}

/** A block ends where the line after it begins; step back over the line breaks. */
const endOfContent = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

function findColumn(text: string, pair: Pair | undefined | null): number | null {
  const range = findRange(pair?.key);
  return range === undefined || range === null ? null : range[0] - (text.lastIndexOf("\n", range[0] - 1) + 1);
}

/** On one line, and safe inside `{ }` and `[ ]` too. */
function formatInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatInline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, own]) => `${formatInline(key)}: ${formatInline(own)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = /^[\w./@-]+$/.test(value) && stringify(value).trimEnd() === value;
  return isPlain ? value : JSON.stringify(value);
}
