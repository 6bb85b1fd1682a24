import type { Io } from "./io.ts";
import { drawn, penFor, span } from "./line.ts";

/** A sentence of narration, broken at words where a person reads it. */
export function tellSentence(io: Io, sentence: string): void {
  const pen = penFor(io.narration);
  const lines = io.narration.isTerminal ? pen.wrap(sentence, pen.width) : [pen.words(sentence)];
  io.tell(
    drawn(
      lines.map((line) => [span(line)]),
      pen,
    ),
  );
}
