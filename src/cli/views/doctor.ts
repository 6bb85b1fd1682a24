/** `ao doctor`: what is fine is one line a group; every wrong row ends in a command that can be pasted. */
import type { DoctorRow } from "../../protocol/daemon/housekeeping.ts";
import { blank, createCell, indentLine, justifyLine, createSpan, type Line, type Pen } from "../render/line.ts";
import type { Glyph } from "../render/glyph.ts";
import type { Tone } from "../render/paint.ts";

const MARKS: Readonly<Record<DoctorRow["state"], readonly [Glyph, Tone]>> = {
  ok: ["done", "passed"],
  broken: ["failed", "failed"],
  unknown: ["unknown", "needs"],
  off: ["skipped", "plain"],
};

export function formatDoctor(rows: readonly DoctorRow[], pen: Pen): readonly Line[] {
  const width = Math.min(20, Math.max(8, ...rows.map(({ group }) => group.length)));
  return [...rows.flatMap((row) => formatRow(row, width, pen)), blank, [createSpan(summarizeDoctor(rows))]];
}

function formatRow({ group, state, text, fix }: DoctorRow, width: number, pen: Pen): readonly Line[] {
  const [mark, tone] = MARKS[state];
  const indent = width + 4;
  const [first = "", ...more] = pen.wrap(text, pen.width - indent);
  const head: Line = [
    createSpan(pen.mark(mark), tone),
    createSpan(" "),
    createCell(pen.cut(group, width), width),
    createSpan("  "),
    createSpan(first),
  ];
  const rest = more.map((line) => indentLine([createSpan(line)], indent));
  if (fix === null) return [head, ...rest];
  const command: Line = [createSpan(pen.words(fix))];
  const inOne = rest.length === 0 ? justifyLine(head, command, pen.width) : null;
  return inOne === null ? [head, ...rest, justifyLine([], command, pen.width) ?? command] : [inOne];
}

export function summarizeDoctor(rows: readonly DoctorRow[]): string {
  const broken = rows.filter(({ state }) => state === "broken").length;
  const unknown = rows.filter(({ state }) => state === "unknown").length;
  if (broken + unknown === 0) return "Nothing is broken.";
  const parts = [...(broken === 0 ? [] : [`${broken} broken`]), ...(unknown === 0 ? [] : [`${unknown} not known`])];
  return `${parts.join(", ")}.`;
}
