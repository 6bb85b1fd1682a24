/**
 * Reads the text of a condition into data: `label == 'x'`, `!=`, `labels has 'x'`, joined by `&&` or `and`, `||` or
 * `or`, turned by `!` or `not`, grouped by parentheses. `and` binds tighter than `or`. Nothing is ever run as code.
 */
import type { Condition } from "./condition.ts";

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  /** `position` counts characters from 1; `sentence` names it too. */
  | { readonly ok: false; readonly position: number; readonly sentence: string };

/** A condition is one line that people read. The limit also bounds how deep parentheses can go. */
const TEXT_MAX = 1_000;

export function parseCondition(text: string): ParsedCondition {
  if (text.length > TEXT_MAX) return failure(TEXT_MAX, `a condition has at most ${TEXT_MAX} characters`);
  const tokens = tokenize(text);
  if ("ok" in tokens) return tokens;
  const read = anyOf({ tokens, at: 0 });
  if (!read.ok) return read;
  const rest = tokenAt(read.next);
  return rest.kind === "end" ? { ok: true, condition: read.condition } : expected("`and`, `or` or the end", rest);
}

type Token = { readonly kind: TokenKind; readonly text: string; readonly position: number };
type TokenKind = "label" | "labels" | "has" | "==" | "!=" | "and" | "or" | "not" | "(" | ")" | "text" | "word" | "end";
type Cursor = { readonly tokens: readonly Token[]; readonly at: number };
type Failure = Extract<ParsedCondition, { readonly ok: false }>;
type Read = { readonly ok: true; readonly condition: Condition; readonly next: Cursor } | Failure;

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
    const position = at + spacesAt(text, at) + 1;
    if (match === null) return unreadable(text, position);
    const [, quoted, word = ""] = match;
    if (quoted === undefined) tokens.push({ kind: symbols.get(word) ?? "word", text: word, position });
    else tokens.push({ kind: "text", text: unquoted(quoted), position });
  }
  return [...tokens, { kind: "end", text: "", position: end + 1 }];
}

const spacesAt = (text: string, at: number): number => text.slice(at).length - text.slice(at).trimStart().length;

const unquoted = (quoted: string): string => quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");

function unreadable(text: string, position: number): Failure {
  const found = text[position - 1] ?? "";
  if (found === "'" || found === '"')
    return failure(position, `the text that begins at position ${position} has no closing ${found}`);
  if (found === "=") return failure(position, `expected \`==\` at position ${position}, found \`=\``);
  return failure(position, `unexpected \`${found}\` at position ${position}`);
}

function anyOf(cursor: Cursor): Read {
  return joined(cursor, { word: "or", kind: "any", part: allOf });
}

function allOf(cursor: Cursor): Read {
  return joined(cursor, { word: "and", kind: "all", part: negated });
}

type Joint = { readonly word: "and" | "or"; readonly kind: "all" | "any"; readonly part: (cursor: Cursor) => Read };

function joined(cursor: Cursor, { word, kind, part }: Joint): Read {
  const first = part(cursor);
  if (!first.ok) return first;
  const of = [first.condition];
  let next = first.next;
  while (tokenAt(next).kind === word) {
    const read = part(after(next));
    if (!read.ok) return read;
    of.push(read.condition);
    next = read.next;
  }
  return { ok: true, condition: of.length === 1 ? first.condition : { kind, of }, next };
}

function negated(cursor: Cursor): Read {
  if (tokenAt(cursor).kind !== "not") return single(cursor);
  const read = negated(after(cursor));
  return read.ok ? { ...read, condition: { kind: "not", of: read.condition } } : read;
}

function single(cursor: Cursor): Read {
  const token = tokenAt(cursor);
  if (token.kind === "(") return grouped(after(cursor));
  if (token.kind === "label") return comparison(after(cursor));
  if (token.kind === "labels") return membership(after(cursor));
  return expected("`label`, `labels`, `not` or `(`", token);
}

function grouped(cursor: Cursor): Read {
  const read = anyOf(cursor);
  if (!read.ok) return read;
  const token = tokenAt(read.next);
  return token.kind === ")" ? { ...read, next: after(read.next) } : expected("`and`, `or` or `)`", token);
}

function comparison(cursor: Cursor): Read {
  const operator = tokenAt(cursor).kind;
  if (operator !== "==" && operator !== "!=") return expected("`==` or `!=` after `label`", tokenAt(cursor));
  const value = tokenAt(after(cursor));
  if (value.kind !== "text") return expected("a text in quotes", value);
  const condition: Condition = { kind: "compare", name: "label", operator, value: value.text };
  return { ok: true, condition, next: after(after(cursor)) };
}

function membership(cursor: Cursor): Read {
  if (tokenAt(cursor).kind !== "has") return expected("`has` after `labels`", tokenAt(cursor));
  const value = tokenAt(after(cursor));
  if (value.kind !== "text") return expected("a text in quotes", value);
  return { ok: true, condition: { kind: "has", value: value.text }, next: after(after(cursor)) };
}

const after = (cursor: Cursor): Cursor => ({ ...cursor, at: cursor.at + 1 });

/** The last token is always the end, and nothing is read beyond it. */
function tokenAt({ tokens, at }: Cursor): Token {
  return tokens[Math.min(at, tokens.length - 1)] ?? { kind: "end", text: "", position: 1 };
}

function expected(what: string, found: Token): Failure {
  const seen = found.kind === "end" ? "the end" : `\`${found.text}\``;
  return failure(found.position, `expected ${what} at position ${found.position}, found ${seen}`);
}

const failure = (position: number, sentence: string): Failure => ({ ok: false, position, sentence });
