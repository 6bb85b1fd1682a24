/** What did not happen, why, and what to type next. A verb throws it; the form it is printed in is decided here. */
import { wrapTo } from "./display-width.ts";
import { blank, drawLines, measureLine, createPen, createSpan, type Line, type Pen } from "./line.ts";
import type { Terminal } from "./terminal.ts";

export type CliFailureParts = {
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
export class CliFailure extends Error {
  override readonly name: string = "Failure";
  readonly exitCode: 1 | 2 = 1;
  readonly parts: CliFailureParts;
  constructor(parts: CliFailureParts) {
    super(parts.message, { cause: parts.cause });
    this.parts = parts;
  }
}

/** At most eight lines on a terminal of the usual width. */
export function formatFailure(failure: CliFailureParts, terminal: Terminal): string {
  const pen = createPen(terminal);
  const facts = [...(failure.facts ?? []), ...(failure.candidates ?? [])].slice(0, FACTS_MAX);
  return drawLines(
    [
      ...formatHead(failure.message, pen),
      ...(facts.length === 0
        ? []
        : [blank, ...facts.map((fact) => [createSpan(`  ${findIndent(fact)}${pen.words(fact)}`)])]),
      ...tryLines(failure.try ?? [], pen),
    ],
    pen,
  );
}

/** A fact may be a piece of a file, set out with blanks. */
const findIndent = (fact: string): string => /^ */.exec(fact)?.[0] ?? "";

const FACTS_MAX = 5;
const HEAD = "error: ";

function formatHead(message: string, pen: Pen): readonly Line[] {
  const words = pen.words(message);
  const lines = pen.terminal.isTerminal ? wrapTo(words, pen.width - HEAD.length) : [words];
  return lines.map((line, index) => [
    index === 0 ? createSpan(HEAD, "failed") : createSpan(" ".repeat(HEAD.length)),
    createSpan(line),
  ]);
}

function tryLines(commands: readonly string[], pen: Pen): readonly Line[] {
  if (commands.length === 0) return [];
  const lines = commands.map((command, index): Line => [
    createSpan(index === 0 ? "try: " : " or: ", "hint"),
    createSpan(pen.words(command)),
  ]);
  // A command is pasted whole: better one long line than a cut one.
  const fits = lines.every((line) => measureLine(line) <= pen.width);
  return fits ? [blank, ...lines] : [blank, ...lines.flatMap((line) => breakCommand(line, pen))];
}

/** A command too long for one line goes on behind a backslash, as a shell reads it. */
function breakCommand(line: Line, pen: Pen): readonly Line[] {
  const [label, command] = line;
  if (label === undefined || command === undefined) return [line];
  const parts = wrapTo(command.text, pen.width - label.text.length - 2);
  return parts.map((part, index) => [
    index === 0 ? label : createSpan(" ".repeat(label.text.length)),
    createSpan(index === parts.length - 1 ? part : `${part} \\`),
  ]);
}

/** With `--json`. */
export function formatFailureJson({ code, message, facts, try: commands, candidates }: CliFailureParts): string {
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
