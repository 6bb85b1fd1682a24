/** What did not happen, why, and what to type next. A verb throws it; the form it is printed in is decided here. */
import { wrapTo } from "./display-width.ts";
import { blank, drawn, lineWidth, penFor, span, type Line, type Pen } from "./line.ts";
import type { Terminal } from "./terminal.ts";

export type FailureParts = {
  /** For programs: `not_found`, `ambiguous`, `daemon_gone`. */
  readonly code: string;
  /** `there is no session ap-7; nothing was stopped` */
  readonly message: string;
  /** Lines that help to see why; each may begin with one of our symbols. */
  readonly facts?: readonly string[];
  /** Commands that can be pasted, the best first. */
  readonly try?: readonly string[];
  readonly candidates?: readonly string[];
  readonly cause?: unknown;
};

/** Exit code 1. */
export class Failure extends Error {
  override readonly name: string = "Failure";
  readonly exitCode: 1 | 2 = 1;
  readonly parts: FailureParts;
  constructor(parts: FailureParts) {
    super(parts.message, { cause: parts.cause });
    this.parts = parts;
  }
}

/** At most eight lines on a terminal of the usual width. */
export function failureText(failure: FailureParts, terminal: Terminal): string {
  const pen = penFor(terminal);
  const facts = [...(failure.facts ?? []), ...(failure.candidates ?? [])].slice(0, FACTS_MAX);
  return drawn(
    [
      ...headLines(failure.message, pen),
      ...(facts.length === 0 ? [] : [blank, ...facts.map((fact) => [span(`  ${leading(fact)}${pen.words(fact)}`)])]),
      ...tryLines(failure.try ?? [], pen),
    ],
    pen,
  );
}

/** A fact may be a piece of a file, set out with blanks. */
const leading = (fact: string): string => /^ */.exec(fact)?.[0] ?? "";

const FACTS_MAX = 5;
const HEAD = "error: ";

function headLines(message: string, pen: Pen): readonly Line[] {
  const words = pen.words(message);
  const lines = pen.terminal.isTerminal ? wrapTo(words, pen.width - HEAD.length) : [words];
  return lines.map((line, index) => [index === 0 ? span(HEAD, "failed") : span(" ".repeat(HEAD.length)), span(line)]);
}

function tryLines(commands: readonly string[], pen: Pen): readonly Line[] {
  if (commands.length === 0) return [];
  const lines = commands.map((command, index): Line => [
    span(index === 0 ? "try: " : " or: ", "hint"),
    span(pen.words(command)),
  ]);
  // A command is pasted whole: better one long line than a cut one.
  const fits = lines.every((line) => lineWidth(line) <= pen.width);
  return fits ? [blank, ...lines] : [blank, ...lines.flatMap((line) => brokenCommand(line, pen))];
}

/** A command too long for one line goes on behind a backslash, as a shell reads it. */
function brokenCommand(line: Line, pen: Pen): readonly Line[] {
  const [label, command] = line;
  if (label === undefined || command === undefined) return [line];
  const parts = wrapTo(command.text, pen.width - label.text.length - 2);
  return parts.map((part, index) => [
    index === 0 ? label : span(" ".repeat(label.text.length)),
    span(index === parts.length - 1 ? part : `${part} \\`),
  ]);
}

/** With `--json`. */
export function failureJson({ code, message, facts, try: commands, candidates }: FailureParts): string {
  return JSON.stringify({
    error: {
      code,
      message,
      ...(facts === undefined || facts.length === 0 ? {} : { facts }),
      ...(commands === undefined || commands.length === 0 ? {} : { try: commands[0] }),
      ...(candidates === undefined || candidates.length === 0 ? {} : { candidates }),
    },
  });
}
