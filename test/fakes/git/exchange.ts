import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that has come in whole, and where its answer goes. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Buffer;
};

export async function exchangeOf(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  return { request, response, url, body: Buffer.concat(pieces) };
}
