/** A log as a person would read it. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { plainLines } from "./plain-lines.ts";

const HEAD_BYTES = 128 * 1_024;
const TAIL_BYTES = 256 * 1_024;

/** The lines of a log; of a long one the beginning and the end. */
export function outputLines(log: string): readonly string[] {
  const file = openSync(log, "r");
  try {
    const { size } = fstatSync(file);
    if (size <= HEAD_BYTES + TAIL_BYTES) return plainLines(textAt(file, 0, size));
    return [
      ...plainLines(textAt(file, 0, HEAD_BYTES)),
      "[…]",
      ...plainLines(textAt(file, size - TAIL_BYTES, TAIL_BYTES)),
    ];
  } finally {
    closeSync(file);
  }
}

function textAt(file: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, position);
  return bytes.toString("utf8", 0, read);
}
