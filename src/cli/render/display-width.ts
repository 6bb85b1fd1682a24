/** How many columns a text takes, and how it is cut, padded and wrapped by columns instead of letters. */

export function measureWidth(text: string): number {
  if (isPlain(text)) return text.length;
  return splitGraphemes(text).reduce((sum, one) => sum + measureGrapheme(one), 0);
}

/** At most `width` columns; what was cut off is marked by `ellipsis`. */
export function cutTo(text: string, width: number, ellipsis: string): string {
  if (measureWidth(text) <= width) return text;
  const room = width - ellipsis.length;
  return room < 0 ? ellipsis.slice(0, Math.max(0, width)) : `${takeHead(text, room).trimEnd()}${ellipsis}`;
}

/** Keeps the end: of a path the last parts say most. */
export function cutFront(text: string, width: number, ellipsis: string): string {
  if (measureWidth(text) <= width) return text;
  const kept: string[] = [];
  let room = width - ellipsis.length;
  for (const one of splitGraphemes(text).toReversed()) {
    room -= measureGrapheme(one);
    if (room < 0) break;
    kept.unshift(one);
  }
  return `${ellipsis}${kept.join("")}`.slice(0, Math.max(0, width));
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - measureWidth(text)));
}

export function padFront(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - measureWidth(text))) + text;
}

/** Lines of at most `width` columns, broken at spaces; a word that is too long is broken inside. */
export function wrapTo(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => splitWord(one, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measureWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function splitWord(word: string, width: number): readonly string[] {
  if (measureWidth(word) <= width) return [word];
  const first = takeHead(word, Math.max(2, width));
  return first === "" || first === word ? [word] : [first, ...splitWord(word.slice(first.length), width)];
}

function takeHead(text: string, width: number): string {
  if (isPlain(text)) return text.slice(0, width);
  let room = width;
  let kept = "";
  for (const one of splitGraphemes(text)) {
    room -= measureGrapheme(one);
    if (room < 0) break;
    kept += one;
  }
  return kept;
}

/** ASCII, Latin letters and our own symbols: one unit, one column. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\xa1-\xac\xae-\u02ff‐-―‖‘-”…›≈←-⇿■-◯✓✗]*$/.test(text);

let segmenter: Intl.Segmenter | null = null;

/** Letters with their marks, emoji with their joiners. The segmenter is made only when a text needs one. */
function splitGraphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Made on first use: reading classes of characters into a pattern takes a while, and most texts need none. */
let patterns: { readonly emoji: RegExp; readonly invisible: RegExp } | null = null;

function measureGrapheme(grapheme: string): number {
  patterns ??= {
    emoji: /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|\p{Regional_Indicator}{2}|\u{20E3}/u,
    invisible: /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u,
  };
  if (patterns.invisible.test(grapheme)) return 0;
  if (patterns.emoji.test(grapheme)) return 2;
  return isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}

/** East Asian Wide and Fullwidth of Unicode 16, emoji apart. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4dc0, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

const isWide = (point: number): boolean => WIDE.some(([first, last]) => point >= first && point <= last);
