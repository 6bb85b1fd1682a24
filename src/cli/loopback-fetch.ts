/**
 * `fetch` for the daemon next door, straight on a socket: loading the built-in one takes longer than the whole of
 * `ao list` may, and node:http half as long. One request a connection; the other end is ours and speaks HTTP/1.1.
 */
import { connect, type Socket } from "node:net";
import type { Fetch, FetchAnswer, FetchInit } from "../protocol/client/transport.ts";
import { bodyReader, headEnd, parseHead, type Head } from "./http-answer.ts";

export const loopbackFetch: Fetch = async (url, init) => {
  const { hostname, port, host, pathname, search } = new URL(url);
  const { signal } = init;
  signal?.throwIfAborted();
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) });
  const abort = (): void => void socket.destroy(new Error("aborted"));
  signal?.addEventListener("abort", abort, { once: true });
  socket.once("close", () => signal?.removeEventListener("abort", abort));
  try {
    socket.write(requestText(`${pathname}${search}`, host, init));
    const pieces = socket[Symbol.asyncIterator]();
    return answerOf(socket, await readHead(pieces), pieces, signal);
  } catch (error) {
    socket.destroy();
    throw lost(error, signal);
  }
};

function requestText(path: string, host: string, { method, headers, body }: FetchInit): string {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const all = { host, connection: "close", accept: "*/*", ...headers, ...length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, " ")}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body ?? ""].join("\r\n");
}

type Pieces = AsyncIterator<Buffer>;

async function readHead(pieces: Pieces): Promise<{ readonly head: Head; readonly rest: Buffer }> {
  let all = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) throw new Error("the connection ended before the answer");
    all = Buffer.concat([all, next.value]);
    const end = headEnd(all);
    if (end === null) continue;
    const head = parseHead(all.subarray(0, end).toString("latin1"));
    // A word in between (100 Continue) is not the answer.
    if (head.status >= 200) return { head, rest: all.subarray(end) };
    all = all.subarray(end);
  }
}

function answerOf(
  socket: Socket,
  { head, rest }: { readonly head: Head; readonly rest: Buffer },
  pieces: Pieces,
  signal: AbortSignal | undefined,
): FetchAnswer {
  const body = Object.assign(read(), {
    cancel: () => {
      socket.destroy();
      return Promise.resolve();
    },
  });
  return {
    status: head.status,
    ok: head.status >= 200 && head.status < 300,
    headers: { get: (name) => head.headers.get(name.toLowerCase()) ?? null },
    body,
    text: async () => {
      const all: Uint8Array[] = [];
      for await (const piece of body) all.push(piece);
      return Buffer.concat(all).toString("utf8");
    },
  };

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = bodyReader(head);
    try {
      for (let piece = rest; ;) {
        for (const part of reader.take(piece)) yield part;
        if (reader.isWhole()) return;
        const next = await pieces.next();
        if (next.done === true) return reader.end();
        piece = next.value;
      }
    } catch (error) {
      throw lost(error, signal);
    } finally {
      socket.destroy();
    }
  }
}

/** As `fetch` says it: the signal's own reason, else a TypeError for a connection that was lost. */
function lost(error: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason;
  return new TypeError("the connection was lost", { cause: error });
}
