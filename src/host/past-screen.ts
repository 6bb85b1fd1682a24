/** The screen of a turn that is over, drawn again from what it said. */
import { readTail, type ByteSource } from "../lib/byte-source.ts";
import { openDrawing } from "./drawing.ts";
import type { TerminalSize } from "./terminal-size.ts";

/** More than ten thousand lines of an ordinary terminal. */
const READ_BYTES_MAX = 4 * 1024 * 1024;

/** Null: nothing is kept of it. */
export async function drawPastScreen(out: ByteSource, size: TerminalSize): Promise<string | null> {
  const said = await readTail(out, READ_BYTES_MAX);
  if (said === null) return null;
  const drawing = openDrawing(size);
  return new Promise((resolve) => drawing.write(said.bytes, () => resolve(drawing.content())));
}
