/** The body of a request: JSON, bounded in size and time. */
import type { IncomingMessage } from "node:http";
import { refuse } from "./refusal.ts";

const BODY_BYTES_MAX = 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBodyBytes(request, BODY_BYTES_MAX);
  if (bytes.length === 0) return {};
  checkType(request.headers["content-type"] ?? "");
  return parseJson(bytes.toString("utf8"));
}

/** The body as it came; throws when it is larger. */
export async function readBodyBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > bytesMax) throw refuseTooLarge(bytesMax);
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Whoever sends too much still gets an answer: leaving the loop would end the connection.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(piece)) continue;
    bytes += piece.length;
    if (bytes > bytesMax) throw refuseTooLarge(bytesMax);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** A form of a foreign page cannot send this type without asking first. */
function checkType(type: string): void {
  if (/^application\/json\b/i.test(type)) return;
  throw refuse(
    "bad_request",
    "nothing was done: the body must be JSON, with the header Content-Type: application/json",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse("bad_request", `invalid JSON in the request body (${why})`);
  }
}

function refuseTooLarge(bytesMax: number) {
  const refused = refuse("too_large", `nothing was done: the body is larger than ${bytesMax / 1024 / 1024} MB`);
  return Object.assign(refused, { headers: { connection: "close" } });
}
