/**
 * `fetch` for the daemon next door. Loading the built-in one takes longer than the whole of `ao list` may, and so does an
 * `import` of node:http, which evaluates everything it exports; fetched as a builtin module it is there at once.
 */
import type { IncomingMessage } from "node:http";
import type { Fetch, FetchAnswer, FetchInit } from "../protocol/client/transport.ts";

export const loopbackFetch: Fetch = (url, { method, headers, body, signal }) => {
  const http = process.getBuiltinModule("node:http");
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(lost(error, signal));
    const request = http.request(url, { method, headers, agent: false, ...(signal === undefined ? {} : { signal }) });
    request.once("error", fail);
    request.once("response", (message) => {
      request.off("error", fail);
      // What breaks from here on breaks the answer, and is told to whoever reads that.
      request.on("error", (error) => message.destroy(error));
      resolve(answerOf(message, signal));
    });
    request.end(body);
  });
};

function answerOf(message: IncomingMessage, signal: AbortSignal | undefined): FetchAnswer {
  const status = message.statusCode ?? 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* message;
    } catch (error) {
      throw lost(error, signal);
    }
  };
  const body = Object.assign(pieces(), {
    cancel: () => {
      message.destroy();
      return Promise.resolve();
    },
  });
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headerOf(message, name) },
    body,
    text: async () => {
      const all: Uint8Array[] = [];
      for await (const piece of pieces()) all.push(piece);
      return Buffer.concat(all).toString("utf8");
    },
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}

/** As `fetch` says it: the signal's own reason, else a TypeError for a connection that was lost. */
function lost(error: unknown, signal: FetchInit["signal"]): Error {
  if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason;
  return new TypeError("the connection was lost", { cause: error });
}
