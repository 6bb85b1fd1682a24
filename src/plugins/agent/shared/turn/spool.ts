/** The output of a turn, line by line. A line without its end is still being written, and is not read yet. */
import type { ByteSource } from "../../../../lib/byte-source.ts";

export type SpoolLine = {
  readonly text: string;
  /** Where the next line begins. */
  readonly endsAt: number;
};

const CHUNK_BYTES = 256 * 1024;
/** A line is a message of the tool; one that is longer holds a file's content and is passed over. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export async function* readSpoolLines(source: ByteSource, from: number): AsyncGenerator<SpoolLine, void, undefined> {
  const reader = await source();
  if (reader === null) return;
  try {
    let held: Buffer[] = [];
    let heldBytes = 0;
    let at = from;
    for (;;) {
      const buffer = Buffer.alloc(CHUNK_BYTES);
      const bytesRead = await reader.read(buffer, at);
      if (bytesRead === 0) return;
      let start = 0;
      for (let end = buffer.indexOf(NEWLINE); end !== -1 && end < bytesRead; end = buffer.indexOf(NEWLINE, start)) {
        const whole = Buffer.concat([...held, buffer.subarray(start, end)]);
        yield { text: heldBytes > LINE_BYTES_MAX ? "" : whole.toString("utf8"), endsAt: at + end + 1 };
        [held, heldBytes, start] = [[], 0, end + 1];
      }
      heldBytes += bytesRead - start;
      if (heldBytes <= LINE_BYTES_MAX) held.push(buffer.subarray(start, bytesRead));
      at += bytesRead;
    }
  } finally {
    await reader.close();
  }
}
