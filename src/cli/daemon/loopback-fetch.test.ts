import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchFromLoopback } from "./loopback-fetch.ts";

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const get = { method: "GET", headers: {}, redirect: "error" } as const;

test("asks with method, headers and body, and reads the answer", async () => {
  const url = await serving((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method, headers } = request;
      response.writeHead(201, { "x-seen": "yes" });
      response.end(
        JSON.stringify({
          method,
          url: request.url,
          host: headers.host,
          key: headers["idempotency-key"],
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
  });
  const answer = await fetchFromLoopback(`${url}/a/b?c=d%20e`, {
    ...get,
    method: "POST",
    headers: { "idempotency-key": "k" },
    body: "grüße 限速",
  });
  expect([answer.status, answer.ok, answer.headers.get("X-Seen"), answer.headers.get("x-none")]).toEqual([
    201,
    true,
    "yes",
    null,
  ]);
  expect(JSON.parse(await answer.text())).toEqual({
    method: "POST",
    url: "/a/b?c=d%20e",
    host: new URL(url).host,
    key: "k",
    body: "grüße 限速",
  });
});

test("a long answer comes whole, a stream as it is written", async () => {
  const long = "x限".repeat(200_000);
  const url = await serving((request, response) => {
    if (request.url === "/long") return void response.end(long);
    response.write("one\n");
    setTimeout(() => response.end("two\n"), 20);
  });
  expect(await (await fetchFromLoopback(`${url}/long`, get)).text()).toBe(long);
  const stream = await fetchFromLoopback(url, get);
  const pieces: string[] = [];
  for await (const piece of stream.body ?? []) pieces.push(Buffer.from(piece).toString());
  expect(pieces).toEqual(["one\n", "two\n"]);
});

test("a lost connection is a TypeError, whether nobody listens or the answer breaks off", async () => {
  const url = await serving((request, response) => {
    if (request.url === "/silent") return void request.socket.destroy();
    response.writeHead(200, { "content-length": "10" });
    response.write("half");
    setTimeout(() => request.socket.destroy(), 5);
  });
  await expect(fetchFromLoopback("http://127.0.0.1:1/", get)).rejects.toThrow(TypeError);
  await expect(fetchFromLoopback(`${url}/silent`, get)).rejects.toThrow(TypeError);
  await expect((await fetchFromLoopback(url, get)).text()).rejects.toThrow(TypeError);
});

test("a signal ends the wait and the reading, with its own reason", async () => {
  const url = await serving((request, response) => void (request.url === "/body" && response.write("a")));
  const controller = new AbortController();
  const silent = fetchFromLoopback(`${url}/silent`, { ...get, signal: controller.signal });
  const body = await fetchFromLoopback(`${url}/body`, { ...get, signal: controller.signal });
  const text = body.text();
  controller.abort(new Error("enough"));
  await expect(silent).rejects.toThrow("enough");
  await expect(text).rejects.toThrow("enough");
});

test("a header of any letters is sent, and cannot begin another one", async () => {
  const url = await serving((request, response) => {
    const key = Buffer.from(String(request.headers["idempotency-key"]), "latin1").toString();
    response.end(JSON.stringify([key, request.headers["x-other"] ?? null]));
  });
  const answer = await fetchFromLoopback(url, { ...get, headers: { "idempotency-key": "grüße 限速\r\nx-other: 1" } });
  expect(JSON.parse(await answer.text())).toEqual(["grüße 限速  x-other: 1", null]);
});

test("what is no HTTP, or has too long a head, is a lost connection", async () => {
  const server = createTcpServer((socket) => void socket.on("error", () => undefined).write("SSH-2.0-OpenSSH\r\n"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(fetchFromLoopback(`http://127.0.0.1:${port}/`, get)).rejects.toThrow(TypeError);
  const url = await serving((_, response) => void response.writeHead(200, { long: "x".repeat(100_000) }).end());
  await expect(fetchFromLoopback(url, get)).rejects.toThrow(TypeError);
});
