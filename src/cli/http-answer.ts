/** An answer of HTTP/1.1 as bytes: its head, and a body by length, in chunks, or until the connection ends. */
export type Head = { readonly status: number; readonly headers: ReadonlyMap<string, string> };

const HEAD_BYTES_MAX = 64 * 1024;

/** Where the body begins; null while the head is not whole. */
export function headEnd(bytes: Buffer): number | null {
  const at = bytes.indexOf("\r\n\r\n");
  if (at < 0 && bytes.length > HEAD_BYTES_MAX) throw new Error("the answer has no end of its head");
  return at < 0 ? null : at + 4;
}

export function parseHead(text: string): Head {
  const [first = "", ...lines] = text.split("\r\n");
  const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(first)?.[1];
  if (status === undefined) throw new Error(`the answer is not HTTP: ${first.slice(0, 80)}`);
  const headers = lines
    .filter((line) => line.includes(":"))
    .map((line): readonly [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    });
  return { status: Number(status), headers: new Map(headers) };
}

export type BodyReader = {
  /** The bytes of the body that are in these of the connection. */
  readonly take: (bytes: Buffer) => readonly Buffer[];
  readonly isWhole: () => boolean;
  /** The connection has ended; throws when the body is not whole. */
  readonly end: () => void;
};

export function bodyReader({ status, headers }: Head): BodyReader {
  if (status === 204 || status === 304) return ofLength(0);
  if (/\bchunked\b/i.test(headers.get("transfer-encoding") ?? "")) return inChunks();
  const length = headers.get("content-length");
  return length === undefined ? untilTheEnd : ofLength(Number(length));
}

const broken = (): never => {
  throw new Error("the connection ended in the middle of the answer");
};

const untilTheEnd: BodyReader = { take: (bytes) => [bytes], isWhole: () => false, end: () => undefined };

function ofLength(length: number): BodyReader {
  let left = length;
  return {
    take: (bytes) => {
      const part = bytes.subarray(0, left);
      left -= part.length;
      return part.length === 0 ? [] : [part];
    },
    isWhole: () => left === 0,
    end: () => (left === 0 ? undefined : broken()),
  };
}

/** A chunk is its length in hexadecimal, a line break, its bytes, a line break; the one of length 0 is the last. */
function inChunks(): BodyReader {
  let waiting = Buffer.alloc(0);
  let left = 0;
  let isWhole = false;
  /** What of the chunk is there, null when its first line is not. */
  const next = (): Buffer | null => {
    if (left === 0) {
      const line = waiting.indexOf("\r\n");
      if (line < 0) return null;
      left = Number.parseInt(waiting.subarray(0, line).toString("latin1"), 16);
      if (!Number.isSafeInteger(left)) throw new Error("the answer has a chunk without a length");
      waiting = waiting.subarray(line + 2);
      if (left === 0) isWhole = true;
      // The line break behind the bytes is part of the chunk.
      left += 2;
    }
    const part = waiting.subarray(0, left);
    waiting = waiting.subarray(part.length);
    const bytes = part.subarray(0, Math.max(0, left - 2));
    left -= part.length;
    return part.length === 0 ? null : bytes;
  };
  return {
    take: (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      const parts: Buffer[] = [];
      for (let part = isWhole ? null : next(); part !== null; part = isWhole ? null : next())
        if (part.length > 0) parts.push(part);
      return parts;
    },
    isWhole: () => isWhole,
    end: () => (isWhole ? undefined : broken()),
  };
}
