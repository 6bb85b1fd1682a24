/** A line is a row of spans, each with its tone. Widths are settled while they are plain; colour comes last. */
import { cutFront, cutTo, measureWidth, padFront, padTo, wrapTo } from "./display-width.ts";
import { chooseGlyph, type Glyph } from "./glyph.ts";
import { paint, type Tone } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { toAscii, toVisibleLine } from "./visible.ts";

export type TextSpan = { readonly text: string; readonly tone: Tone };
export type Line = readonly TextSpan[];

export const createSpan = (text: string, tone: Tone = "plain"): TextSpan => ({ text, tone });
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

export function createPen(terminal: Terminal): Pen {
  const words = (text: string): string => (terminal.isAsciiOnly ? toAscii(toVisibleLine(text)) : toVisibleLine(text));
  const ellipsis = chooseGlyph("ellipsis", terminal);
  return {
    terminal,
    width: terminal.width,
    words,
    mark: (name) => chooseGlyph(name, terminal),
    cut: (text, width) => cutTo(words(text), width, ellipsis),
    cutFront: (text, width) => cutFront(words(text), width, ellipsis),
    wrap: (text, width) => wrapTo(words(text), width),
  };
}

export const measureLine = (line: Line): number => line.reduce((sum, { text }) => sum + measureWidth(text), 0);

export const indentLine = (line: Line, columns: number): Line => [createSpan(" ".repeat(columns)), ...line];

/** `left` from the left edge and `right` to the right one; null when both do not fit with a gap between them. */
export function justifyLine(left: Line, right: Line, width: number): Line | null {
  const room = width - measureLine(left) - measureLine(right);
  return room < (right.length === 0 ? 0 : 2) ? null : [...left, createSpan(" ".repeat(Math.max(0, room))), ...right];
}

/** A cell of a fixed width. */
export function createCell(text: string, width: number, tone: Tone = "plain"): TextSpan {
  return createSpan(padTo(text, width), tone);
}

export function createCellRight(text: string, width: number, tone: Tone = "plain"): TextSpan {
  return createSpan(padFront(text, width), tone);
}

/** Nothing is ever wider than the terminal, whatever a view thought of its widths. */
export function drawLines(lines: readonly Line[], { terminal }: Pen): string {
  return lines.map((line) => drawLine(line, terminal)).join("\n");
}

function drawLine(line: Line, terminal: Terminal): string {
  const fitting = fitLine(trimLine(line), terminal);
  return fitting.map(({ text, tone }) => paint(text, tone, terminal)).join("");
}

/** Blanks at the end of a line are nobody's. */
function trimLine(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined) return line;
  const text = last.text.trimEnd();
  return text === "" ? trimLine(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

function fitLine(line: Line, terminal: Terminal): Line {
  if (!terminal.isTerminal || measureLine(line) <= terminal.width) return line;
  const ellipsis = chooseGlyph("ellipsis", terminal);
  const kept: TextSpan[] = [];
  let room = terminal.width;
  for (const one of line) {
    const width = measureWidth(one.text);
    if (width > room || (width === room && one !== line.at(-1))) {
      kept.push({ ...one, text: cutTo(`${one.text}${ellipsis}${ellipsis}`, room, ellipsis) });
      return kept;
    }
    kept.push(one);
    room -= width;
  }
  return kept;
}
