/** A command written as one text, as words. Quotes and backslashes as in a shell; its operators are refused: there is none. */

export type ParsedWords =
  { readonly ok: true; readonly words: readonly [string, ...string[]] } | { readonly ok: false; readonly why: string };

const operators = /[|&;<>`$(){}\n]/;

export function parseWords(text: string): ParsedWords {
  const words: string[] = [];
  let word: string | null = null;
  for (let rest = text; rest !== "";) {
    const taken = takePart(rest);
    if (taken === null) return { ok: false, why: `a quote is not closed in ${JSON.stringify(text)}` };
    if (taken.kind === "operator") return { ok: false, why: refuseShellOperator(taken.text, text) };
    rest = rest.slice(taken.length);
    if (taken.kind === "text") word = (word ?? "") + taken.text;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  const [program, ...args] = words;
  if (program === undefined) return { ok: false, why: "the command is empty" };
  return { ok: true, words: [program, ...args] };
}

type Part =
  | { readonly kind: "text"; readonly text: string; readonly length: number }
  | { readonly kind: "space"; readonly length: number }
  | { readonly kind: "operator"; readonly text: string; readonly length: number };

function takePart(rest: string): Part | null {
  const first = rest[0] ?? "";
  if (/\s/.test(first) && first !== "\n") return { kind: "space", length: 1 };
  if (first === "\\") return { kind: "text", text: rest[1] ?? "\\", length: 2 };
  if (first === "'" || first === '"') return takeQuoted(rest, first);
  if (operators.test(first)) return { kind: "operator", text: first, length: 1 };
  return { kind: "text", text: first, length: 1 };
}

/** In double quotes a backslash protects a quote or itself; in single ones it is a character like any other. */
function takeQuoted(rest: string, quote: string): Part | null {
  let text = "";
  for (let at = 1; at < rest.length; at += 1) {
    const character = rest[at] ?? "";
    if (character === quote) return { kind: "text", text, length: at + 1 };
    const escapes = quote === '"' && character === "\\" && /["\\]/.test(rest[at + 1] ?? "");
    if (escapes) at += 1;
    text += escapes ? (rest[at] ?? "") : character;
  }
  return null;
}

function refuseShellOperator(operator: string, text: string): string {
  const shown = operator === "\n" ? "a line break" : `"${operator}"`;
  return `${JSON.stringify(text)} holds ${shown}, but commands run without a shell; write several commands, or put them in a script`;
}
