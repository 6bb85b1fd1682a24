/** The client against servers that come and go. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "./create-client.ts";
import { createSseParser } from "./sse.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

async function aServer(answer: Answer) {
  const asked: { readonly key: string | undefined; readonly url: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      asked.push({ key: request.headers["idempotency-key"]?.toString(), url: request.url ?? "", body });
      answer(request, response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { asked, url: `http://127.0.0.1:${port}` };
}

const json = (response: ServerResponse, status: number, value: object): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

test("a lost answer is asked for again under the same key, another call under another", async () => {
  const { asked, url } = await aServer((request, response, nth) =>
    nth === 1 ? request.socket.destroy() : json(response, nth === 2 ? 503 : 200, { id: "m1" }),
  );
  const client = createClient({ url, token: "t" });
  expect(await client.sendMessage({ id: "a b/c", content: "hello" })).toEqual({ id: "m1" });
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked[0]).toMatchObject({ url: "/api/sessions/a%20b%2Fc/message", body: '{"content":"hello"}' });
  await client.pause({ id: "a" });
  expect(asked[3]?.key).not.toBe(asked[0]?.key);
});

test("what is not in the path is asked for in the query; what is left out is not", async () => {
  const { asked, url } = await aServer((_, response) => json(response, 200, []));
  await createClient({ url, token: "t" }).listSessions({ all: true, project: undefined });
  expect(asked[0]).toMatchObject({ url: "/api/sessions?all=true", key: undefined });
});

test("when nobody answers for as long as was said, that is said", async () => {
  const client = createClient({ url: "http://127.0.0.1:1", token: "t", retryForMs: 100 });
  await expect(client.health({})).rejects.toMatchObject({
    name: "Unreachable",
    message: "the daemon does not answer on 127.0.0.1:1",
  });
});

test("a refusal is thrown with its parts, and not asked again", async () => {
  const error = { code: "ambiguous", message: "several", try: "ao list", candidates: ["a", "b"] };
  const { asked, url } = await aServer((_, response) => json(response, 409, { error }));
  const failed = createClient({ url, token: "t" }).status({ id: "x" });
  await expect(failed).rejects.toMatchObject({ name: "ApiError", status: 409, ...error });
  expect(asked).toHaveLength(1);
});

test("the page of some proxy is not taken for an answer", async () => {
  const { url } = await aServer((_, response) => response.end("<html>Hello</html>"));
  await expect(createClient({ url, token: "t" }).health({})).rejects.toMatchObject({ code: "internal" });
});

test("whoever stops waiting is not kept", async () => {
  const { url } = await aServer(() => undefined);
  const stop = new AbortController();
  const asked = createClient({ url, token: "t" }).health({}, { signal: stop.signal });
  stop.abort(new Error("left"));
  await expect(asked).rejects.toThrow("left");
});

test("a stream that breaks again and again without a word is given up", async () => {
  const { url } = await aServer((request) => request.socket.destroy());
  const client = createClient({ url, token: "t", retryForMs: 150 });
  const read = async (): Promise<void> => {
    for await (const notice of client.events({})) expect.unreachable(JSON.stringify(notice));
  };
  await expect(read()).rejects.toMatchObject({ name: "Unreachable" });
});

test("events are read from pieces of any size", () => {
  const text = ': hi\n\nevent: live\nid: 3\ndata: {"latest":3}\n\nid: 4\r\ndata: a\r\ndata: b\r\n\r\nid: 9\n\n';
  for (const size of [1, 2, 5, 1_000]) {
    const parse = createSseParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parse(text.slice(at, at + size)));
    expect(events.slice(-3)).toEqual([
      { type: "live", data: '{"latest":3}', id: "3" },
      { type: "message", data: "a\nb", id: "4" },
      { type: "message", data: "", id: "9" },
    ]);
  }
});

test("an empty name is refused before anything is asked, since it would be another path", async () => {
  const { asked, url } = await aServer((_, response) => json(response, 200, {}));
  await expect(createClient({ url, token: "t" }).status({ id: "" })).rejects.toMatchObject({
    code: "bad_request",
    message: "a name is empty; nothing was done",
  });
  expect(asked).toEqual([]);
});
