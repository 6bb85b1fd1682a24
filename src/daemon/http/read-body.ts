/** The body of a request: JSON, bounded in size and time. */
import type { IncomingMessage } from "node:http";
import { refusal } from "./refusal.ts";

const BODY_BYTES_MAX = 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > BODY_BYTES_MAX) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue;
    bytes += piece.length;
    if (bytes > BODY_BYTES_MAX) throw tooLarge();
    pieces.push(piece);
  }
  if (bytes === 0) return {};
  checkType(request.headers["content-type"] ?? "");
  return parsed(Buffer.concat(pieces).toString("utf8"));
}

/** A form of a foreign page cannot send this type without asking first. */
function checkType(type: string): void {
  if (/^application\/json\b/i.test(type)) return;
  throw refusal(
    "bad_request",
    "nothing was done: the body must be JSON, with the header Content-Type: application/json",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refusal("bad_request", `nothing was done: the body is no JSON (${why})`);
  }
}

function tooLarge() {
  const refused = refusal("too_large", "nothing was done: the body is larger than 1 MB");
  return Object.assign(refused, { headers: { connection: "close" } });
}
