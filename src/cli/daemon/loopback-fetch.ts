/** `fetch` for the daemon on this machine, on `node:http`: loading the built-in one takes longer than the whole of `ao list` may. */
import { request, type IncomingMessage } from "node:http";
import type { Fetch, FetchAnswer } from "../../protocol/client/transport.ts";

export const fetchFromLoopback: Fetch = async (url, { method, headers, body, signal }) => {
  signal?.throwIfAborted();
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(url, { method, headers: encodeHeaders(headers), agent: false, ...(signal && { signal }) });
      asked.once("response", resolve).on("error", reject).end(body);
    });
    return toFetchAnswer(answer, signal);
  } catch (error) {
    throw toFetchError(error, signal);
  }
};

/** A header is bytes, and `node:http` refuses a letter that is none: UTF-8, and a space where no byte may stand. */
function encodeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const encode = (value: string): string =>
    Buffer.from(value)
      .toString("latin1")
      .replaceAll(/[^\t -~\u0080-\u00FF]/g, " ");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encode(value)]));
}

function toFetchAnswer(answer: IncomingMessage, signal: AbortSignal | undefined): FetchAnswer {
  const { statusCode: status = 0, headers } = answer;
  const body = Object.assign(readBody(answer, signal), {
    cancel: () => {
      answer.destroy();
      return Promise.resolve();
    },
  });
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    body,
    text: async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      return Buffer.concat(pieces).toString("utf8");
    },
  };
}

async function* readBody(answer: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of answer) if (piece instanceof Uint8Array) yield piece;
  } catch (error) {
    throw toFetchError(error, signal);
  }
}

/** As `fetch` says it: the signal's own reason, else a TypeError for a connection that was lost. */
function toFetchError(error: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason;
  return new TypeError("the connection was lost", { cause: error });
}
