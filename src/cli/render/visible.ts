/** Words from agents, issues and logs: what would steer the terminal, or hide in the text, is shown instead of obeyed. */

/** One line: line breaks and tabs become spaces. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\s*[\r\n\t\u{2028}\u{2029}]+\s*/gu, " ")).trim();
}

/** Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(STEERING, (one) => shown(one.codePointAt(0) ?? 0));
}

/** Control characters but line break and tab; and what turns the direction of text or takes no room. */
const STEERING =
  /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;

function shown(point: number): string {
  if (point < 0x20) return `^${String.fromCharCode(point + 0x40)}`;
  if (point === 0x7f) return "^?";
  return `\\u{${point.toString(16)}}`;
}

/** For terminals that show nothing else. Accents are dropped; what has no likeness becomes `?`. */
export function asciiOf(text: string): string {
  // The common case needs no work.
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  return text
    .replaceAll(/[^\n\t\x20-\x7e]/gu, (one) => LIKENESS.get(one) ?? one)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\n\t\x20-\x7e]/gu, "?");
}

const LIKENESS: ReadonlyMap<string, string> = new Map([
  ["…", "..."],
  ["·", "-"],
  ["→", "->"],
  ["←", "<-"],
  ["–", "-"],
  ["—", "-"],
  ["›", ">"],
  ["‹", "<"],
  ["×", "x"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["─", "-"],
  ["│", "|"],
  ["└", "\\"],
  ["├", "|"],
  ["ß", "ss"],
]);
