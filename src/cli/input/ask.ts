/** One question to the person at the terminal. */
import { createInterface } from "node:readline";
import type { Io } from "../render/io.ts";
import { drawLines, createPen, type Line, type Pen } from "../render/line.ts";

type About = (pen: Pen) => readonly Line[];

/** `about` is told first, in full; the question itself has to fit a line. Whoever does not answer has said no. */
export async function askYesNo(io: Io, question: string, about: About = () => []): Promise<boolean> {
  const pen = createPen(io.narration);
  const lines = about(pen);
  if (lines.length > 0) io.tell(drawLines(lines, pen));
  if (io.stdin.isTTY !== true) return false;
  const typed = createInterface({ input: io.stdin });
  try {
    io.redraw(`${question} [y/N] `);
    for await (const line of typed) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    typed.close();
  }
}
