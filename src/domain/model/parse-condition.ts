/**
 * Reads the text of a condition into data: `label == 'x'`, `!=`, `labels has 'x'`, joined by `&&` or `and`, `||` or
 * `or`, turned by `!` or `not`, grouped by parentheses. `and` binds tighter than `or`. Nothing is ever run as code.
 */
import type { LabelCondition } from "./condition.ts";

export type ParsedCondition =
  | { readonly ok: true; readonly condition: LabelCondition }
  /** `position` counts characters from 1; `sentence` names it too. */
  | { readonly ok: false; readonly position: number; readonly sentence: string };

/** A condition is one line that people read. The limit also bounds how deep parentheses can go. */
const TEXT_MAX = 1_000;

export function parseCondition(text: string): ParsedCondition {
  if (text.length > TEXT_MAX) return createFailure(TEXT_MAX, `a condition has at most ${TEXT_MAX} characters`);
  const tokens = tokenize(text);
  if ("ok" in tokens) return tokens;
  const read = parseAny({ tokens, at: 0 });
  if (!read.ok) return read;
  const rest = getToken(read.next);
  return rest.kind === "end" ? { ok: true, condition: read.condition } : expectToken("`and`, `or` or the end", rest);
}

type Token = { readonly kind: TokenKind; readonly text: string; readonly position: number };
type TokenKind = "label" | "labels" | "has" | "==" | "!=" | "and" | "or" | "not" | "(" | ")" | "text" | "word" | "end";
type Cursor = { readonly tokens: readonly Token[]; readonly at: number };
type Failure = Extract<ParsedCondition, { readonly ok: false }>;
type Read = { readonly ok: true; readonly condition: LabelCondition; readonly next: Cursor } | Failure;

const symbols: ReadonlyMap<string, TokenKind> = new Map([
  ["label", "label"],
  ["labels", "labels"],
  ["has", "has"],
  ["==", "=="],
  ["!=", "!="],
  ["&&", "and"],
  ["and", "and"],
  ["||", "or"],
  ["or", "or"],
  ["!", "not"],
  ["not", "not"],
  ["(", "("],
  [")", ")"],
]);

const PIECE = /\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(==|!=|&&|\|\||[!()]|[A-Za-z][\w-]*))/y;

function tokenize(text: string): readonly Token[] | Failure {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  PIECE.lastIndex = 0;
  for (let at = 0; at < end; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    const position = at + countSpaces(text, at) + 1;
    if (match === null) return reportUnreadable(text, position);
    const [, quoted, word = ""] = match;
    if (quoted === undefined) tokens.push({ kind: symbols.get(word) ?? "word", text: word, position });
    else tokens.push({ kind: "text", text: unquoteText(quoted), position });
  }
  return [...tokens, { kind: "end", text: "", position: end + 1 }];
}

const countSpaces = (text: string, at: number): number => text.slice(at).length - text.slice(at).trimStart().length;

const unquoteText = (quoted: string): string => quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");

function reportUnreadable(text: string, position: number): Failure {
  const found = text[position - 1] ?? "";
  if (found === "'" || found === '"')
    return createFailure(position, `the text that begins at position ${position} has no closing ${found}`);
  if (found === "=") return createFailure(position, `expected \`==\` at position ${position}, found \`=\``);
  return createFailure(position, `unexpected \`${found}\` at position ${position}`);
}

function parseAny(cursor: Cursor): Read {
  return parseJoined(cursor, { word: "or", kind: "any", part: parseAll });
}

function parseAll(cursor: Cursor): Read {
  return parseJoined(cursor, { word: "and", kind: "all", part: parseNegated });
}

type Joint = { readonly word: "and" | "or"; readonly kind: "all" | "any"; readonly part: (cursor: Cursor) => Read };

function parseJoined(cursor: Cursor, { word, kind, part }: Joint): Read {
  const first = part(cursor);
  if (!first.ok) return first;
  const of = [first.condition];
  let next = first.next;
  while (getToken(next).kind === word) {
    const read = part(advanceCursor(next));
    if (!read.ok) return read;
    of.push(read.condition);
    next = read.next;
  }
  return { ok: true, condition: of.length === 1 ? first.condition : { kind, of }, next };
}

function parseNegated(cursor: Cursor): Read {
  if (getToken(cursor).kind !== "not") return parseSingle(cursor);
  const read = parseNegated(advanceCursor(cursor));
  return read.ok ? { ...read, condition: { kind: "not", of: read.condition } } : read;
}

function parseSingle(cursor: Cursor): Read {
  const token = getToken(cursor);
  if (token.kind === "(") return parseGrouped(advanceCursor(cursor));
  if (token.kind === "label") return parseComparison(advanceCursor(cursor));
  if (token.kind === "labels") return parseMembership(advanceCursor(cursor));
  return expectToken("`label`, `labels`, `not` or `(`", token);
}

function parseGrouped(cursor: Cursor): Read {
  const read = parseAny(cursor);
  if (!read.ok) return read;
  const token = getToken(read.next);
  return token.kind === ")" ? { ...read, next: advanceCursor(read.next) } : expectToken("`and`, `or` or `)`", token);
}

function parseComparison(cursor: Cursor): Read {
  const operator = getToken(cursor).kind;
  if (operator !== "==" && operator !== "!=") return expectToken("`==` or `!=` after `label`", getToken(cursor));
  const value = getToken(advanceCursor(cursor));
  if (value.kind !== "text") return expectToken("a text in quotes", value);
  const condition: LabelCondition = { kind: "compare", name: "label", operator, value: value.text };
  return { ok: true, condition, next: advanceCursor(advanceCursor(cursor)) };
}

function parseMembership(cursor: Cursor): Read {
  if (getToken(cursor).kind !== "has") return expectToken("`has` after `labels`", getToken(cursor));
  const value = getToken(advanceCursor(cursor));
  if (value.kind !== "text") return expectToken("a text in quotes", value);
  return { ok: true, condition: { kind: "has", value: value.text }, next: advanceCursor(advanceCursor(cursor)) };
}

const advanceCursor = (cursor: Cursor): Cursor => ({ ...cursor, at: cursor.at + 1 });

/** The last token is always the end, and nothing is read beyond it. */
function getToken({ tokens, at }: Cursor): Token {
  return tokens[Math.min(at, tokens.length - 1)] ?? { kind: "end", text: "", position: 1 };
}

function expectToken(what: string, found: Token): Failure {
  const seen = found.kind === "end" ? "the end" : `\`${found.text}\``;
  return createFailure(found.position, `expected ${what} at position ${found.position}, found ${seen}`);
}

const createFailure = (position: number, sentence: string): Failure => ({ ok: false, position, sentence });
