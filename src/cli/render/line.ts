/** A line is a row of spans, each with its tone. Widths are settled while they are plain; colour comes last. */
import { cutFront, cutTo, displayWidth, padFront, padTo, wrapTo } from "./display-width.ts";
import { glyph, type Glyph } from "./glyph.ts";
import { paint, type Tone } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { asciiOf, visibleLine } from "./visible.ts";

export type Span = { readonly text: string; readonly tone: Tone };
export type Line = readonly Span[];

export const span = (text: string, tone: Tone = "plain"): Span => ({ text, tone });
export const blank: Line = [];

/** What this terminal can show, as functions: every word of a view goes through one of them. */
export type Pen = {
  readonly terminal: Terminal;
  readonly width: number;
  /** Words from outside on one line, nothing in them obeyed. */
  readonly words: (text: string) => string;
  readonly mark: (name: Glyph) => string;
  readonly cut: (text: string, width: number) => string;
  readonly cutFront: (text: string, width: number) => string;
  readonly wrap: (text: string, width: number) => readonly string[];
};

export function penFor(terminal: Terminal): Pen {
  const words = (text: string): string => (terminal.isAsciiOnly ? asciiOf(visibleLine(text)) : visibleLine(text));
  const ellipsis = glyph("ellipsis", terminal);
  return {
    terminal,
    width: terminal.width,
    words,
    mark: (name) => glyph(name, terminal),
    cut: (text, width) => cutTo(words(text), width, ellipsis),
    cutFront: (text, width) => cutFront(words(text), width, ellipsis),
    wrap: (text, width) => wrapTo(words(text), width),
  };
}

export const lineWidth = (line: Line): number => line.reduce((sum, { text }) => sum + displayWidth(text), 0);

export const indented = (line: Line, columns: number): Line => [span(" ".repeat(columns)), ...line];

/** `left` from the left edge and `right` to the right one; null when both do not fit with a gap between them. */
export function justified(left: Line, right: Line, width: number): Line | null {
  const room = width - lineWidth(left) - lineWidth(right);
  return room < (right.length === 0 ? 0 : 2) ? null : [...left, span(" ".repeat(Math.max(0, room))), ...right];
}

/** A cell of a fixed width. */
export function cell(text: string, width: number, tone: Tone = "plain"): Span {
  return span(padTo(text, width), tone);
}

export function cellRight(text: string, width: number, tone: Tone = "plain"): Span {
  return span(padFront(text, width), tone);
}

/** Nothing is ever wider than the terminal, whatever a view thought of its widths. */
export function drawn(lines: readonly Line[], { terminal }: Pen): string {
  return lines.map((line) => drawnLine(line, terminal)).join("\n");
}

function drawnLine(line: Line, terminal: Terminal): string {
  const fitting = fitted(withoutTail(line), terminal);
  return fitting.map(({ text, tone }) => paint(text, tone, terminal)).join("");
}

/** Blanks at the end of a line are nobody's. */
function withoutTail(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined) return line;
  const text = last.text.trimEnd();
  return text === "" ? withoutTail(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

function fitted(line: Line, terminal: Terminal): Line {
  if (!terminal.isTerminal || lineWidth(line) <= terminal.width) return line;
  const ellipsis = glyph("ellipsis", terminal);
  const kept: Span[] = [];
  let room = terminal.width;
  for (const one of line) {
    const width = displayWidth(one.text);
    if (width > room || (width === room && one !== line.at(-1))) {
      kept.push({ ...one, text: cutTo(`${one.text}${ellipsis}${ellipsis}`, room, ellipsis) });
      return kept;
    }
    kept.push(one);
    room -= width;
  }
  return kept;
}
