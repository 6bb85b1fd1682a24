/** The proxy as programs inside a sandbox meet it: over its socket, with whatever they may send. */
import { readFileSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { aWorld, get, GET, listening, raw, tunnelTo } from "../../test/fixtures/granted-network.ts";

test("a plain request to a listed host is passed on, and to no other", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
  const answer = await get(world, `http://localhost:${world.web}/a?b=c`, { "x-own": "1", "proxy-authorization": "s" });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    url: "/a?b=c",
    headers: { "x-own": "1", host: `localhost:${world.web}` },
  });
  expect(answer.text).not.toContain("proxy-authorization");
  expect(await get(world, "http://evil.example/")).toEqual({
    status: 403,
    text: "Agent Orchestrator: evil.example:80 is not in the list `network` of this project.\n",
  });
  expect(world.blocked).toEqual(["evil.example:80"]);
});

test("what is not listed is not even resolved", async () => {
  const world = await aWorld({ hosts: () => ["allowed.test:1"] });
  await get(world, "http://secret-in-a-name.evil.example/");
  await raw(world, tunnelTo("evil.example:443"));
  expect(world.resolved).toEqual([]);
});

test("a tunnel leads to a listed host, and the first bytes may come at once", async () => {
  const world = await aWorld({
    hosts: (web) => [`app.test:${web}`, `localhost:${web}`],
    names: { "app.test": ["127.0.0.1"] },
  });
  const answer = await raw(world, tunnelTo(`localhost:${world.web}`, GET));
  expect(answer).toMatch(/^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK/);
});

test("the Host header of a request cannot name another than the one that was judged", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
  const request = `GET http://localhost:${world.web}/ HTTP/1.1\r\nHost: evil.example\r\nconnection: close\r\n\r\n`;
  expect(await raw(world, request)).toContain(`\\"host\\":\\"localhost:${world.web}\\"`.replaceAll("\\", ""));
});

test("each request of one connection is judged", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
  const first = `GET http://localhost:${world.web}/one HTTP/1.1\r\nhost: x\r\n\r\n`;
  const second = "GET http://evil.example/two HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
  const answer = await raw(world, first + second);
  expect(answer).toContain('"url":"/one"');
  expect(answer).toContain("403 Forbidden");
});

test("a body is passed on in the frame it came in, whatever the method", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
  for (const method of ["POST", "DELETE", "GET"]) {
    const answer = await get(
      world,
      `http://localhost:${world.web}/`,
      { "transfer-encoding": "chunked" },
      method,
      "GET /x",
    );
    expect(JSON.parse(answer.text)).toMatchObject({ method, body: "GET /x" });
  }
});

test.for([
  "http://user:password@localhost/",
  "http://localhost@evil.example/",
  "https://localhost/",
  "ftp://localhost/",
  "http://local%68ost/",
  "http://localhost:99999/",
  "http:///",
  "localhost/",
])("the address %s leads nowhere", async (url) => {
  const world = await aWorld({ hosts: () => ["localhost:80"] });
  const answer = await raw(world, `GET ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|502)/);
  expect(world.resolved).toEqual([]);
});

test.for([
  "localhost",
  "localhost:0",
  "localhost:80:80",
  "a@localhost:80",
  "localhost%00.evil:80",
  "[fe80::1%25lo]:80",
])("a tunnel to %s leads nowhere", async (target) => {
  const world = await aWorld({ hosts: () => ["localhost:80", "[fe80::1]:80"] });
  expect(await raw(world, tunnelTo(target))).toMatch(/^HTTP\/1\.1 (400|502)/);
  expect(world.resolved).toEqual([]);
});

test("a name that leads into this machine or around it opens nothing there", async () => {
  const world = await aWorld({
    hosts: (web) => [`rebound.test`, `*.wild.test:${web}`, `exact.test:${web}`, "meta.test:80"],
    names: {
      "rebound.test": ["127.0.0.1"],
      "a.wild.test": ["127.0.0.1"],
      "exact.test": ["127.0.0.1"],
      "meta.test": ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "0.0.0.0", "::"],
    },
  });
  for (const target of ["rebound.test:80", `a.wild.test:${world.web}`, `exact.test:${world.web}`, "meta.test:80"]) {
    expect(await raw(world, tunnelTo(target)), target).toMatch(/^HTTP\/1\.1 403/);
  }
  expect(world.blocked).toHaveLength(4);
});

test("of a name's addresses only those are tried that it may open", async () => {
  const world = await aWorld({
    hosts: (web) => [`localhost:${web}`],
    names: { localhost: ["169.254.1.1", "0.0.0.0", "127.0.0.1"] },
  });
  expect(await raw(world, tunnelTo(`localhost:${world.web}`, GET))).toContain("200 OK");
});

test("an address is open when it is listed, in whatever form it is asked for", async () => {
  const world = await aWorld({ hosts: (web) => [`127.0.0.1:${web}`] });
  for (const host of ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]"]) {
    expect(await raw(world, tunnelTo(`${host}:${world.web}`, GET)), host).toContain("200 OK");
  }
  for (const target of ["127.0.0.1:1", `127.0.0.2:${world.web}`, `[::1]:${world.web}`, `0.0.0.0:${world.web}`]) {
    expect(await raw(world, tunnelTo(target)), target).toMatch(/^HTTP\/1\.1 403/);
  }
});

test("each host is told once, and again after new rules", async () => {
  const world = await aWorld({ hosts: () => ["a.test"] });
  const tryBoth = async (): Promise<void> => {
    for (const host of ["evil.example:443", "evil.example:443", "EVIL.example.:443", "evil.example:80"])
      await raw(world, tunnelTo(host));
  };
  await tryBoth();
  expect(world.blocked).toEqual(["evil.example:443", "evil.example:80"]);
  const lines = "ao: blocked network: evil.example:443\nao: blocked network: evil.example:80\n";
  expect(readFileSync(world.log, "utf8")).toBe(lines);
  world.network.renew({ socket: world.socket, hosts: [], previews: [], log: null });
  await tryBoth();
  expect(world.blocked).toHaveLength(4);
  expect(readFileSync(world.log, "utf8")).toBe(lines);
});

test("who tries a thousand hosts fills no disk", async () => {
  const world = await aWorld({ hosts: () => [] });
  for (let n = 0; n < 300; n += 1) await raw(world, tunnelTo(`h${n}.example:443`));
  expect(readFileSync(world.log, "utf8").trim().split("\n")).toHaveLength(100);
  expect(readFileSync(world.log, "utf8")).toContain("further hosts are not listed");
});

test("new rules hold for the next connection", async () => {
  const world = await aWorld({ hosts: () => [] });
  const asked = (): Promise<string> => raw(world, tunnelTo(`localhost:${world.web}`, GET));
  expect(await asked()).toContain("403");
  world.network.renew({ socket: world.socket, hosts: [`localhost:${world.web}`], previews: [], log: null });
  expect(await asked()).toContain("200 OK");
});

test("a session's key opens the daemon's interface, and nothing else does", async () => {
  const asked: IncomingMessage[] = [];
  const daemon = await listening(
    createHttp((request, response) => {
      asked.push(request);
      response.end("daemon");
    }),
  );
  const world = await aWorld({ hosts: () => [], daemon: { host: "127.0.0.1", port: daemon } });
  const key = { authorization: "Bearer aosession.app-1.signature" };
  expect(await get(world, "/api/sessions/app-1", { ...key, cookie: "ao=1", origin: "http://x" })).toMatchObject({
    status: 200,
    text: "daemon",
  });
  expect(asked[0]?.headers).toMatchObject({ host: `127.0.0.1:${daemon}`, ...key });
  expect(asked[0]?.headers).not.toMatchObject({ cookie: "ao=1" });
  expect(await get(world, "/api/v4/x", { "private-token": "aosession.app-1.s" })).toMatchObject({ status: 200 });
  expect(await get(world, "/api/v3/x", { authorization: "token aosession.app-1.s" })).toMatchObject({ status: 200 });
  const others: readonly (readonly [string, Record<string, string>])[] = [
    ["/", key],
    ["/login?ticket=1", key],
    ["/api/sessions", {}],
    ["/api/sessions", { cookie: "ao_1=stolen" }],
    ["/api/sessions", { authorization: "Bearer the-token-of-the-home" }],
    ["/api/webhooks/github", { "x-hub-signature": "1" }],
  ];
  for (const [path, headers] of others) expect(await get(world, path, headers), path).toMatchObject({ status: 403 });
  expect(asked).toHaveLength(3);
});

test("while no daemon runs, its interface is as nobody there", async () => {
  const world = await aWorld({ hosts: () => [] });
  await expect(get(world, "/api/x", { authorization: "Bearer aosession.a.b" })).rejects.toThrow("hang up");
});

test("a visitor from outside is fetched by the bridge, or sent away when nothing listens", async () => {
  const free = createServer();
  const preview = await listening(free);
  await new Promise((resolve) => free.close(resolve));
  const world = await aWorld({ hosts: () => [] });
  world.network.renew({ socket: world.socket, hosts: [], previews: [preview], log: null });
  const bridge = connect(world.socket);
  onTestFinished(() => void bridge.destroy());
  const visits: string[] = [];
  bridge.on("data", (bytes: Buffer) => visits.push(...bytes.toString().trim().split("\n")));
  bridge.write("ao bridge\n");
  await expect.poll(() => isOpen(preview)).toBe(true);
  visits.length = 0;
  const visitor = await connected(preview);
  await expect.poll(() => visits.at(-1)).toMatch(/^open \d+ \d+$/);
  const fetched = connect(world.socket);
  fetched.write(`ao open ${idIn(visits)}\nhello`);
  expect(await said(visitor)).toBe("hello");
  visitor.write("and you");
  expect(await said(fetched)).toBe("and you");
  fetched.destroy();
  visits.length = 0;
  const second = await connected(preview);
  const gone = new Promise((resolve) => second.once("close", resolve));
  await expect.poll(() => visits).toHaveLength(1);
  bridge.write(`no ${idIn(visits)}\n`);
  await gone;
  bridge.destroy();
  await expect.poll(() => isOpen(preview)).toBe(false);
});

const idIn = (visits: readonly string[]): string => visits.at(-1)?.split(" ")[1] ?? "";

const isOpen = (to: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(to, "127.0.0.1");
    socket.once("error", () => resolve(false)).once("connect", () => resolve(true));
    onTestFinished(() => void socket.destroy());
  });

async function connected(to: number): Promise<Socket> {
  const socket = connect(to, "127.0.0.1");
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  onTestFinished(() => void socket.destroy());
  return socket.on("error", () => socket.destroy());
}

const said = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));

test.for(["ao open 7\n", "ao nonsense\n", "aaaa", "\x00\x00", "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n x\r\n\r\n"])(
  "%j ends its connection, and no other",
  async (bytes) => {
    const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
    await raw(world, bytes);
    expect(await raw(world, tunnelTo(`localhost:${world.web}`, GET))).toContain("200 OK");
  },
);
