/** The daemon, asked with the browser's cookie. What is refused or lost is told by whoever asked. */
import { createClient } from "../../../src/protocol/client/create-client.ts";
import type { FetchAnswer, FetchInit } from "../../../src/protocol/client/transport.ts";

/** One attempt: whether to try again is for the person, or for the connection, to decide. */
export const client = createClient({ url: "", token: null, fetch: browserFetch, retryForMs: 0 });

async function browserFetch(url: string, init: FetchInit): Promise<FetchAnswer> {
  const response = await fetch(url, { ...init, credentials: "same-origin" });
  return {
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    text: () => response.text(),
    body: response.body === null ? null : piecesOf(response.body),
  };
}

/** Not every browser can iterate over a stream. */
function piecesOf(body: ReadableStream<Uint8Array>) {
  return {
    cancel: () => body.cancel(),
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
      const reader = body.getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } finally {
        await reader.cancel();
      }
    },
  };
}
