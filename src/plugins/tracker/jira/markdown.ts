/** As much of Markdown as people and agents use in issues: what Jira's two formats are written from. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly text: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly MarkdownBlock[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly MarkdownBlock[])[] }
  | { readonly kind: "rule" };

export type Inline = {
  readonly text: string;
  readonly marks: readonly ("code" | "strong" | "em" | "strike")[];
  readonly href: string | null;
};

export function readMarkdown(text: string): readonly MarkdownBlock[] {
  return readBlocks(text.replaceAll("\r\n", "\n").split("\n"), 0);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)\s*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const DEPTH_MAX = 20;

function readBlocks(lines: readonly string[], depth: number): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at += 1;
      continue;
    }
    const { block, next } = depth > DEPTH_MAX ? readParagraph(lines, at) : readBlock(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

type Read = { readonly block: MarkdownBlock; readonly next: number };

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line);
  if (fence !== null) return readCode(lines, at, fence[1] ?? "", fence[2] ?? "");
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const text = readInline(heading[2] ?? "");
    return { block: { kind: "heading", level: heading[1]?.length ?? 1, text }, next: at + 1 };
  }
  if (RULE.test(line)) return { block: { kind: "rule" }, next: at + 1 };
  if (ITEM.test(line)) return list(lines, at, depth);
  return QUOTE.test(line) ? quote(lines, at, depth) : readParagraph(lines, at);
}

function readCode(lines: readonly string[], at: number, fence: string, language: string): Read {
  const inside: string[] = [];
  let next = at + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    if (line.trim().startsWith(fence) && line.trim().replaceAll(fence.charAt(0), "") === "") break;
    inside.push(line);
  }
  return { block: { kind: "code", language, text: inside.join("\n") }, next: next + 1 };
}

function quote(lines: readonly string[], at: number, depth: number): Read {
  const inside: string[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const match = QUOTE.exec(lines[next] ?? "");
    if (match === null) break;
    inside.push(match[1] ?? "");
  }
  return { block: { kind: "quote", blocks: readBlocks(inside, depth + 1) }, next };
}

function list(lines: readonly string[], at: number, depth: number): Read {
  const isOrdered = /\d/.test(ITEM.exec(lines[at] ?? "")?.[2] ?? "");
  const items: (readonly MarkdownBlock[])[] = [];
  let next = at;
  while (next < lines.length) {
    const match = ITEM.exec(lines[next] ?? "");
    if (match === null || /\d/.test(match[2] ?? "") !== isOrdered) break;
    const { inside, end } = readItem(lines, next, match);
    items.push(readBlocks(inside, depth + 1));
    next = end;
  }
  return { block: { kind: "list", isOrdered, items }, next };
}

/** An item holds what is indented below its mark; a gap ends it unless what follows is. */
function readItem(
  lines: readonly string[],
  at: number,
  [, before = "", mark = "", gap = "", first = ""]: RegExpExecArray,
) {
  const indent = " ".repeat(before.length + mark.length + Math.min(Math.max(gap.length, 1), 4));
  const inside = [first];
  const line = (n: number): string => lines[n] ?? "";
  const isGap = (n: number): boolean => n < lines.length && line(n).trim() === "";
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    if (!line(isGap(end) ? end + 1 : end).startsWith(indent)) break;
    inside.push(line(end).slice(indent.length));
  }
  while (isGap(end) && ITEM.test(line(end + 1))) end += 1;
  return { inside, end };
}

function readParagraph(lines: readonly string[], at: number): Read {
  let next = at + 1;
  const begins = (line: string): boolean => [FENCE, HEADING, RULE, ITEM, QUOTE].some((form) => form.test(line));
  while (next < lines.length && (lines[next] ?? "").trim() !== "" && !begins(lines[next] ?? "")) next += 1;
  const text = lines.slice(at, next).map((line) => line.trim());
  return { block: { kind: "paragraph", text: readInline(text.join("\n")) }, next };
}

const INLINE =
  /`([^`\n]+)`|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|\*\*([^*\n]+)\*\*|~~([^~\n]+)~~|(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])|(?<!\w)_([^_\s][^_\n]*)_(?!\w)/g;

/** Marks are not read inside each other: of `**a *b* c**` the outer one counts. */
export function readInline(text: string): readonly Inline[] {
  const spans: Inline[] = [];
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) spans.push({ text: text.slice(from, until), marks: [], href: null });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    from = match.index + match[0].length;
    spans.push(toSpan(match));
  }
  plain(text.length);
  return spans;
}

function toSpan([, codeText, linkText, href, strong, strike, em, alsoEm]: RegExpExecArray): Inline {
  if (codeText !== undefined) return { text: codeText, marks: ["code"], href: null };
  if (linkText !== undefined) return { text: linkText, marks: [], href: href ?? null };
  if (strong !== undefined) return { text: strong, marks: ["strong"], href: null };
  if (strike !== undefined) return { text: strike, marks: ["strike"], href: null };
  return { text: em ?? alsoEm ?? "", marks: ["em"], href: null };
}
