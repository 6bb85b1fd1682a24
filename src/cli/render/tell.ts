import type { Io } from "./io.ts";
import { drawLines, createPen, createSpan } from "./line.ts";

/** A sentence of narration, broken at words where a person reads it. */
export function tellSentence(io: Io, sentence: string): void {
  const pen = createPen(io.narration);
  const lines = io.narration.isTerminal ? pen.wrap(sentence, pen.width) : [pen.words(sentence)];
  io.tell(
    drawLines(
      lines.map((line) => [createSpan(line)]),
      pen,
    ),
  );
}
