/** A log as a person would read it. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { toPlainLines } from "./plain-lines.ts";

const HEAD_BYTES = 128 * 1_024;
const TAIL_BYTES = 256 * 1_024;

/** The lines of a log; of a long one the beginning and the end. */
export function readOutputLines(log: string): readonly string[] {
  const file = openSync(log, "r");
  try {
    const { size } = fstatSync(file);
    if (size <= HEAD_BYTES + TAIL_BYTES) return toPlainLines(readTextAt(file, 0, size));
    return [
      ...toPlainLines(readTextAt(file, 0, HEAD_BYTES)),
      "[…]",
      ...toPlainLines(readTextAt(file, size - TAIL_BYTES, TAIL_BYTES)),
    ];
  } finally {
    closeSync(file);
  }
}

function readTextAt(file: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, position);
  return bytes.toString("utf8", 0, read);
}
