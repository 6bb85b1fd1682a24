/** The screen of a turn that is over, drawn again from what it said. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { openDrawing } from "./drawing.ts";
import type { TerminalSize } from "./terminal-size.ts";
import { hasCode } from "../lib/if-there.ts";

/** More than ten thousand lines of an ordinary terminal. */
const READ_BYTES_MAX = 4 * 1024 * 1024;

/** Null: nothing is kept of it. */
export function pastScreen(out: string, size: TerminalSize): Promise<string | null> {
  const said = tailOf(out);
  if (said === null) return Promise.resolve(null);
  const drawing = openDrawing(size);
  return new Promise((resolve) => drawing.write(said, () => resolve(drawing.content())));
}

function tailOf(file: string): Uint8Array | null {
  try {
    const fd = openSync(file, "r");
    try {
      const { size } = fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, READ_BYTES_MAX));
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
