/** The three forms of every answer: JSON when asked for, records for programs, lines for people. */
import type { Io } from "./render/io.ts";
import { drawLines, createPen, type Line, type Pen } from "./render/line.ts";
import { formatRecords, type Field } from "./render/records.ts";

export type Forms = {
  readonly json: () => unknown;
  readonly records: () => readonly (readonly Field[])[];
  readonly lines: (pen: Pen) => readonly Line[];
};

export function showAnswer(io: Io, forms: Forms): void {
  if (io.json) return io.print(JSON.stringify(forms.json(), null, io.answer.isTerminal ? 2 : 0));
  if (!io.answer.isTerminal) {
    const rows = forms.records();
    if (rows.length > 0) io.print(formatRecords(rows));
    return;
  }
  const pen = createPen(io.answer);
  io.print(drawLines(forms.lines(pen), pen));
}
