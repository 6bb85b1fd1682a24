/** One stream of a turn, or a log, read as it grows. Nothing is shown of a line before it is whole, since a secret might be in it. */
import type { ByteReader, ByteSource } from "../../../lib/byte-source.ts";
import { createLineRedactor, type LineRedactor } from "../../../lib/text/redact-lines.ts";

const CHUNK_BYTES = 64 * 1024;

export class LogReader {
  private readonly source: ByteSource;
  private readonly lines: LineRedactor;
  private readonly buffer = Buffer.alloc(CHUNK_BYTES);
  private reader: ByteReader | null = null;
  private readBytes: number;

  constructor(source: ByteSource, from: number, redact: (text: string) => string) {
    this.source = source;
    this.readBytes = from;
    this.lines = createLineRedactor(redact);
  }

  /** The next lines; null when there is nothing new now. Text may be empty while a line is not whole. */
  async next(): Promise<string | null> {
    this.reader ??= await this.source();
    if (this.reader === null) return null;
    const bytesRead = await this.reader.read(this.buffer, this.readBytes);
    if (bytesRead === 0) return null;
    this.readBytes += bytesRead;
    return this.lines.push(this.buffer.subarray(0, bytesRead));
  }

  /** Nothing more will be written. */
  rest(): string {
    return this.lines.end();
  }

  /** Bytes of the file that were shown; from there another reader goes on. */
  shown(): number {
    return this.readBytes - this.lines.heldBack();
  }

  async close(): Promise<void> {
    await this.reader?.close();
    this.reader = null;
  }
}

export type Tail = { readonly from: number; readonly lines: number };

/** Where the last lines of a file begin, and how many there are: at most `lines`. */
export async function findTail(source: ByteSource, lines: number): Promise<Tail> {
  const reader = await source();
  if (reader === null) return { from: 0, lines: 0 };
  try {
    return await findTailIn(reader, lines);
  } finally {
    await reader.close();
  }
}

async function findTailIn(reader: ByteReader, lines: number): Promise<Tail> {
  const size = await reader.size();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let found = 0;
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const bytesRead = await reader.read(buffer.subarray(0, end - start), start);
    for (let at = bytesRead - 1; at >= 0; at -= 1) {
      // The break that ends the last line begins no other.
      if (buffer[at] !== 0x0a || start + at === size - 1) continue;
      found += 1;
      if (found === lines) return { from: start + at + 1, lines };
    }
    end = start;
  }
  return { from: 0, lines: size === 0 ? 0 : found + 1 };
}
