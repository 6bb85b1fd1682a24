/** The ground of every fake on loopback: a server that reads JSON, answers JSON, and counts what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeAsked = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

export type FakeAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: no body. Text goes out as it is. */
  readonly body?: unknown;
};

export type HttpFake = {
  readonly url: string;
  /** Method and path of everything that was asked. */
  readonly asked: string[];
  /** The next requests fail like this, one after the other. */
  readonly fail: (...answers: readonly FakeAnswer[]) => void;
  readonly stop: () => Promise<void>;
};

export async function startFake(answer: (asked: FakeAsked) => FakeAnswer | Promise<FakeAnswer>): Promise<HttpFake> {
  const asked: string[] = [];
  const failures: FakeAnswer[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://fake");
      asked.push(`${request.method} ${url.pathname}`);
      const body = await bodyOf(request);
      const given =
        failures.shift() ?? (await answer({ method: request.method ?? "GET", url, headers: request.headers, body }));
      const text =
        given.body === undefined ? "" : typeof given.body === "string" ? given.body : JSON.stringify(given.body);
      response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers }).end(text);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    fail: (...answers) => void failures.push(...answers),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const text = Buffer.concat(pieces).toString();
  return text === "" ? null : JSON.parse(text);
}
