import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "../../test/fixtures/daemon-ask.ts";
import { listen, type Listening } from "./server.ts";

async function aServer(): Promise<Listening> {
  const server = await listen(0, (port) => ({ pid: 7, port, version: "1.2.3" }));
  onTestFinished(() => server.close());
  return server;
}

test("health says who is here", async () => {
  const { port } = await aServer();
  expect(await ask(port)).toEqual({
    status: 200,
    type: "application/json; charset=utf-8",
    body: { pid: 7, port, version: "1.2.3" },
  });
});

test.for(["127.0.0.1", "localhost", "localhost:80"])("the name %s is ours", async (host) => {
  const { port } = await aServer();
  expect((await ask(port, { host })).status).toBe(200);
});

test.for([
  "evil.example",
  "evil.example:3000",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "0.0.0.0",
  "[::1]:3000",
])("a request for the host %j is refused: some page was tricked into asking", async (host) => {
  const { port } = await aServer();
  expect(await ask(port, { host })).toMatchObject({
    status: 403,
    body: { error: "This address is not served under that name." },
  });
});

test("a request that names no host is refused too", async () => {
  const { port } = await aServer();
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    socket.once("error", reject).once("close", () => resolve(text));
    socket.write("GET /api/health HTTP/1.0\r\n\r\n");
  });
  expect(answer).toContain("403 Forbidden");
});

test("what is not there is said as such, and nothing may be changed", async () => {
  const { port } = await aServer();
  expect(await ask(port, { path: "/nothing" })).toMatchObject({
    status: 404,
    body: { error: "There is nothing at /nothing." },
  });
  expect((await ask(port, { method: "POST" })).status).toBe(404);
});

test("only the loopback interface is served", async () => {
  const { port } = await aServer();
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outside) {
    const refused = new Promise((resolve) => {
      const socket = connect(port, address);
      socket.once("error", () => resolve("refused")).once("connect", () => resolve(socket.destroy()));
    });
    expect(await refused).toBe("refused");
  }
});

test("a taken port is refused by its number, and the one who has it goes on", async () => {
  const { port } = await aServer();
  await expect(listen(port, () => ({ pid: 8, port, version: "" }))).rejects.toThrow(
    `port ${port} of 127.0.0.1 is taken by another program. Stop that one, or choose another port with --port.`,
  );
  expect((await ask(port)).status).toBe(200);
});

test("a client that connected and asks nothing does not hold up the end", async () => {
  const server = await listen(0, (port) => ({ pid: 7, port, version: "" }));
  const socket = connect(server.port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  await ask(server.port);
  const dropped = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  await server.close();
  await dropped;
}, 10_000);

test("after close the port is free", async () => {
  const first = await listen(0, (port) => ({ pid: 7, port, version: "" }));
  await ask(first.port);
  await first.close();
  const second = await listen(first.port, (port) => ({ pid: 8, port, version: "" }));
  expect(second.port).toBe(first.port);
  await second.close();
});
