/** The daemon, asked with this browser's token. What is refused or lost is told by whoever asked. */
import { ApiError } from "../../../src/protocol/client/api-error.ts";
import { createClient } from "../../../src/protocol/client/create-client.ts";
import type { FetchAnswer, FetchInit } from "../../../src/protocol/client/transport.ts";
import { readBrowserToken, dropBrowserToken } from "./browser-token.ts";
import { requireProof } from "./daemon-proof.ts";

/** One attempt: whether to try again is for the person, or for the connection, to decide. */
export const client = createClient({ url: "", token: readBrowserToken, fetch: fetchFromBrowser, retryForMs: 0 });

/** For what needs no token. */
export const anybody = createClient({ url: "", token: null, fetch: fetchFromBrowser, retryForMs: 0 });

async function fetchFromBrowser(url: string, init: FetchInit): Promise<FetchAnswer> {
  const token = init.headers["authorization"]?.replace(/^Bearer /, "") ?? "";
  if (token !== "") await dropIfRefused(token, requireProof(anybody, token));
  const response = await fetch(url, { ...init, credentials: "omit" });
  if (response.status === 401) dropBrowserToken(token);
  return {
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    text: () => response.text(),
    body: response.body === null ? null : readPieces(response.body),
  };
}

async function dropIfRefused(token: string, proof: Promise<void>): Promise<void> {
  try {
    await proof;
  } catch (error) {
    if (error instanceof ApiError) dropBrowserToken(token);
    throw error;
  }
}

/** Not every browser can iterate over a stream. */
function readPieces(body: ReadableStream<Uint8Array>) {
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
