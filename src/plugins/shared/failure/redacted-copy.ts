/** Logs as others may read them: secrets taken out, piece by piece, so that a long one needs little memory. */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { StringDecoder } from "node:string_decoder";

type Redact = (text: string) => string;

/** Small enough that what is let go of goes at once: Node keeps longer texts until it needs the room. */
const PIECE_BYTES = 32 * 1_024;
/** A line longer than this is cut anywhere. */
const LINE_MAX = 128 * 1_024;
/** A key of several lines that begins this close to the end of a piece is looked at with the next one. */
const HELD_BACK_MAX = 64 * 1_024;

export async function* readRedactedPieces(file: string, redact: Redact): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of readTextPieces(file)) {
    const text = rest + piece;
    const end = endOfWhole(text);
    yield redact(text.slice(0, end));
    rest = text.slice(end);
  }
  yield redact(rest);
}

/** Through one buffer: a stream would make a new one for each piece, and a long log then costs its own size in memory. */
async function* readTextPieces(path: string): AsyncGenerator<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const decoder = new StringDecoder("utf8");
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
      if (bytesRead === 0) break;
      yield decoder.write(buffer.subarray(0, bytesRead));
    }
    yield decoder.end();
  } finally {
    await file.close();
  }
}

/** There only when it is whole. */
export async function copyRedacted(from: string, to: string, redact: Redact): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(`${to}.new`, "w", 0o600);
  try {
    for await (const piece of readRedactedPieces(from, redact)) await target.write(piece);
  } finally {
    await target.close();
  }
  await rename(`${to}.new`, to);
}

/** Cut at a line, so that no secret is cut in two; a text without line breaks is cut anywhere in the end. */
function endOfWhole(text: string): number {
  const key = text.lastIndexOf("-----BEGIN ");
  if (key >= 0 && text.indexOf("-----END ", key) < 0 && text.length - key <= HELD_BACK_MAX) return key;
  const line = text.lastIndexOf("\n") + 1;
  return line > 0 || text.length < LINE_MAX ? line : text.length;
}
