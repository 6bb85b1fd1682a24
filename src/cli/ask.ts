/** One question to the person at the terminal. */
import { createInterface } from "node:readline";
import type { Io } from "./render/io.ts";

/** Whoever does not answer has said no. */
export async function askYesNo(io: Io, question: string): Promise<boolean> {
  if (io.stdin.isTTY !== true) return false;
  const lines = createInterface({ input: io.stdin });
  try {
    io.redraw(`${question} [y/N] `);
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
