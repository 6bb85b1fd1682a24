/** A file that may grow, or something like one: read from any offset, without assuming where its bytes lie. */
import { openIfThere } from "./files/if-there.ts";

export type ByteReader = {
  /** How many bytes were read into the buffer; 0: there is nothing behind `from` now. */
  readonly read: (into: Buffer, from: number) => Promise<number>;
  readonly size: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Opens it to be read. Null: there is nothing yet. */
export type ByteSource = () => Promise<ByteReader | null>;

export const fileSource =
  (path: string): ByteSource =>
  async () => {
    const handle = await openIfThere(path);
    if (handle === null) return null;
    return {
      read: async (into, from) => (await handle.read(into, 0, into.length, from)).bytesRead,
      size: async () => (await handle.stat()).size,
      close: () => handle.close(),
    };
  };

/** The last bytes, at most `bytesMax` of them. `cut`: there are more before them. Null: there is nothing yet. */
export async function readTail(
  source: ByteSource,
  bytesMax: number,
): Promise<{ readonly bytes: Buffer; readonly cut: boolean } | null> {
  const reader = await source();
  if (reader === null) return null;
  try {
    const size = await reader.size();
    const from = Math.max(0, size - bytesMax);
    const buffer = Buffer.alloc(size - from);
    const bytesRead = await reader.read(buffer, from);
    return { bytes: buffer.subarray(0, bytesRead), cut: from > 0 };
  } finally {
    await reader.close();
  }
}

/** The same as text. What was cut off, or is no text, shows as the replacement character. */
export async function readTextTail(
  source: ByteSource,
  bytesMax: number,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const tail = await readTail(source, bytesMax);
  return tail === null ? { text: "", cut: false } : { text: tail.bytes.toString("utf8"), cut: tail.cut };
}
