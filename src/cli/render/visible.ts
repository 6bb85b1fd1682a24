/** Words from agents, issues and logs: what would steer the terminal, or hide in the text, is shown instead of obeyed. */
import { makeVisible } from "../../lib/text/visible-text.ts";

export { makeVisible };

/** One line: line breaks and tabs become spaces. */
export function toVisibleLine(text: string): string {
  // The common case needs no work.
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
  return makeVisible(text.replaceAll(/\s*[\r\n\t\u{2028}\u{2029}]+\s*/gu, " ")).trim();
}

/** For terminals that show nothing else. Accents are dropped; what has no likeness becomes `?`. */
export function toAscii(text: string): string {
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
