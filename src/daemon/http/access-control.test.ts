/** Who is let in: a table of every way that must not lead in, and of those that must. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, IncomingMessage, request as requestHttp } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk, type HttpAsked } from "../../../test/fixtures/http-ask.ts";
import { aSession } from "../../../test/fixtures/domain.ts";
import { sessionId } from "../../domain/model/ids.ts";
import type { Store } from "../../store/open.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { aSignIn } from "../../../test/fixtures/sign-in.ts";
import { createAccessControl } from "./access-control.ts";
import { sendFile } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { openToken, createSessionTokens } from "./secrets.ts";

const json = { "content-type": "application/json" };
const post = (headers: Readonly<Record<string, string>>): HttpAsked => ({
  method: "POST",
  path: "/api/tickets",
  headers: { ...json, ...headers },
  body: "{}",
});

type Case = readonly [what: string, status: number, asked: (known: Known) => HttpAsked];
type Known = { readonly token: string; readonly ours: string; readonly browser: string; readonly other: string };

const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` });
const bearer = ({ token }: Known) => bearerOf(token);
const stop = (headers: Readonly<Record<string, string>>): HttpAsked => ({ ...post(headers), path: "/api/daemon/stop" });
const login = (ticket: string): HttpAsked => ({
  ...{ method: "POST", path: "/api/login", headers: json },
  body: JSON.stringify({ ticket, name: "Firefox on Linux" }),
});

const cases: readonly Case[] = [
  ["health needs nothing", 200, () => ({ path: "/api/health" })],
  ["a foreign Host is refused even there", 403, () => ({ path: "/api/health", headers: { host: "evil.example" } })],
  ["with a token", 200, (known) => ({ path: "/api/sessions", headers: bearer(known) })],
  ["no token", 401, () => ({ path: "/api/sessions" })],
  ["a wrong token", 401, () => ({ path: "/api/sessions", headers: { authorization: "Bearer nonsense" } })],
  ["an empty token", 401, () => ({ path: "/api/sessions", headers: { authorization: "Bearer " } })],
  ["another scheme", 401, ({ token }) => ({ path: "/api/sessions", headers: { authorization: `Basic ${token}` } })],
  ["the token in the address", 401, ({ token }) => ({ path: `/api/sessions?token=${token}` })],
  ["no token, unknown path", 401, () => ({ path: "/api/nothing" })],
  [
    "a foreign Host with the token",
    403,
    (known) => ({ path: "/api/sessions", headers: { ...bearer(known), host: "evil.example" } }),
  ],
  [
    "a Host that begins like ours",
    403,
    (known) => ({ path: "/api/sessions", headers: { ...bearer(known), host: "127.0.0.1.evil.example" } }),
  ],
  ["no Origin, with a token", 200, (known) => post(bearer(known))],
  ["our Origin, with a token", 200, (known) => post({ ...bearer(known), origin: known.ours })],
  ["a foreign Origin, with a token", 403, (known) => post({ ...bearer(known), origin: "https://evil.example" })],
  ["another port of this machine", 403, (known) => post({ ...bearer(known), origin: known.other })],
  ["an opaque Origin", 403, (known) => post({ ...bearer(known), origin: "null" })],
  [
    "a foreign Origin that only reads",
    403,
    (known) => ({ path: "/api/sessions", headers: { ...bearer(known), origin: "https://evil.example" } }),
  ],
  ["a browser's token reads", 200, ({ browser }) => ({ path: "/api/sessions", headers: bearerOf(browser) })],
  ["a browser's token changes", 202, ({ browser, ours }) => stop({ ...bearerOf(browser), origin: ours })],
  ["a browser's token from another port", 403, ({ browser, other }) => stop({ ...bearerOf(browser), origin: other })],
  ["a browser's token signs no other browser in", 403, ({ browser }) => post(bearerOf(browser))],
  ["a browser's token as a cookie", 401, ({ browser }) => ({ path: "/api/sessions", headers: { cookie: browser } })],
  ["a browser's token in the address", 401, ({ browser }) => ({ path: `/api/sessions?token=${browser}` })],
  [
    "a changed token of a browser",
    401,
    ({ browser }) => ({ path: "/api/sessions", headers: bearerOf(`${browser.slice(0, -1)}!`) }),
  ],
  [
    "the id of a browser without its secret",
    401,
    ({ browser }) => ({ path: "/api/sessions", headers: bearerOf(browser.slice(0, browser.lastIndexOf(".") + 1)) }),
  ],
  ["a used ticket", 401, () => login("used")],
  ["no ticket", 400, () => login("")],
];

test.for(cases)("%s: %i", async ([, status, asked]) => {
  const rig = await anApi();
  const known = {
    token: rig.token,
    ours: rig.url,
    browser: (await aSignIn(rig)).token,
    other: `http://127.0.0.1:${rig.port + 1}`,
  };
  const answer = await httpAsk(rig.port, asked(known));
  expect(answer.status).toBe(status);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("a page at any other port of 127.0.0.1, localhost or [::1] is turned away, and at our own let in", () => {
  const ours = 7777;
  const { admit } = createAccessControl({
    ...{ token: "t", allowedHosts: () => [], browsers: { identify: () => null } },
    sessions: createSessionTokens("t"),
  });
  const names = ["127.0.0.1", "localhost", "[::1]"];
  // Most of the time would be spent on describing where 200,000 refusals came from.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit));
  const request = new IncomingMessage(new Socket());
  const isAdmitted = (host: string, origin: string): boolean => {
    request.headers = { host, origin };
    try {
      admit(request);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  };
  const ports = Array.from({ length: 65_535 }, (_, at) => at + 1);
  for (const name of names)
    expect(ports.filter((port) => isAdmitted(`${name}:${ours}`, `http://${name}:${port}`))).toEqual([ours]);
  for (const name of names)
    expect(names.filter((page) => isAdmitted(`${name}:${ours}`, `http://${page}:${ours}`))).toEqual([name]);
});

test("a 401 prints the line that is missing", async () => {
  const rig = await anApi();
  const { text, headers } = await httpAsk(rig.port, { path: "/api/sessions" });
  expect(JSON.parse(text)).toMatchObject({
    error: { code: "unauthorized", message: expect.stringContaining("\nAuthorization: Bearer $(ao token)") },
  });
  expect(headers["www-authenticate"]).toMatch(/^Bearer/);
});

test("a login ticket is good once, for a minute, and stands where no browser sends it", async () => {
  const rig = await anApi();
  const link = await rig.client().loginTicket({});
  const { pathname, hash, search } = new URL(link.url);
  expect([pathname, search]).toEqual(["/login", ""]);
  const ticket = hash.replace("#ticket=", "");
  for (const ahead of [{}, { "sec-purpose": "prefetch" }])
    expect((await httpAsk(rig.port, { path: "/login", headers: ahead })).status).toBe(200);
  expect((await httpAsk(rig.port, login(ticket))).status).toBe(200);
  const again = await httpAsk(rig.port, login(ticket));
  expect(again).toMatchObject({ status: 401, text: expect.stringContaining("used before") });

  const late = await rig.client().loginTicket({});
  rig.aheadMs = 61_000;
  expect((await httpAsk(rig.port, login(new URL(late.url).hash.replace("#ticket=", "")))).status).toBe(401);
});

test("names of one's own are served when they are configured, and no other", async () => {
  const rig = await anApi({ settings: { allowedHosts: ["desk.tailnet.example", "pod:8080"] } });
  const from = async (host: string) => (await httpAsk(rig.port, { path: "/api/health", headers: { host } })).status;
  expect(await from("desk.tailnet.example")).toBe(200);
  expect(await from("DESK.tailnet.example:443")).toBe(200);
  expect(await from("pod:8080")).toBe(200);
  expect(await from("pod:9090")).toBe(403);
  expect(await from("evil.desk.tailnet.example")).toBe(403);
  const headers = { authorization: `Bearer ${rig.token}`, ...json };
  const behindProxy = { ...headers, host: "desk.tailnet.example", origin: "https://desk.tailnet.example" };
  expect(
    (await httpAsk(rig.port, { method: "POST", path: "/api/tickets", headers: behindProxy, body: "{}" })).status,
  ).toBe(200);
});

test("all interfaces are not served without a list of names", async () => {
  await expect(anApi({ settings: { host: "0.0.0.0" } })).rejects.toThrow("server.allowedHosts");
});

test("an agent's token reads about its own session, and neither of others nor commands", async () => {
  const rig = await anApi({
    facts: (store: Store) => {
      for (const id of ["app-own", "app-other"])
        store.sessions.save(
          aSession({ id: sessionId(id), branch: `agent/${id}`, role: { kind: "worker", issue: null } }),
          {
            wants: null,
            dueMs: null,
          },
        );
    },
  });
  const token = createSessionTokens(rig.token).make("app-own");
  const status = async (path: string, method = "GET", given = token) => {
    const headers = { authorization: `Bearer ${given}`, ...json };
    return (await httpAsk(rig.port, { method, path, headers, ...(method === "POST" ? { body: "{}" } : {}) })).status;
  };
  for (const what of ["", "/status", "/why", "/conversation"])
    expect(await status(`/api/sessions/app-own${what}`)).toBe(200);
  expect(await status("/api/events?session=app-own")).toBe(200);
  for (const doubled of ["session=app-own&session=app-other", "session=app-other&session=app-own"])
    expect(await status(`/api/events?${doubled}`)).toBe(400);
  const others = [
    "/api/sessions",
    "/api/sessions/app-other",
    "/api/sessions/own",
    "/api/events",
    "/api/changes",
    "/api/doctor",
  ];
  for (const path of [...others, "/api/events?session=app-other", "/api/projects", "/api/config"])
    expect([path, await status(path)]).toEqual([path, 403]);
  for (const deed of ["message", "answer", "restart", "terminal", "reaction"])
    expect(await status(`/api/sessions/app-own/${deed}`, "POST")).toBe(403);
  expect(await status("/api/tickets", "POST")).toBe(403);
  expect(await status("/api/sessions/app-own", "DELETE")).toBe(403);
  const forged = token.replace("app-own", "app-other");
  expect(await status("/api/sessions/app-other", "GET", forged)).toBe(401);
});

test("the token is made once, for its owner only", () => {
  const file = join(aFolder(), "token");
  const token = openToken(file);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openToken(file)).toBe(token);
});

test("the page is there for everybody, holds nothing of anybody's, and carries its guard", async () => {
  const rig = await anApi();
  const page = await httpAsk(rig.port, { path: "/board" });
  expect(page.status).toBe(200);
  expect(page.text).toBe((await httpAsk(rig.port, { path: "/", headers: bearerOf(rig.token) })).text);
  expect(page.headers).toMatchObject({ "cross-origin-opener-policy": "same-origin", "x-frame-options": "DENY" });
  expect(page.headers["set-cookie"]).toBeUndefined();
  for (const part of ["default-src 'none'", "script-src 'self';", "frame-src 'none'", "frame-ancestors 'none'"])
    expect(page.headers["content-security-policy"]).toContain(part);
});

test("files outside the dashboard are not served", async () => {
  const folder = join(aFolder(), "dashboard");
  mkdirSync(folder);
  writeFileSync(join(folder, "../secret.json"), "{}");
  for (const path of ["/../secret.json", "/%2e%2e/secret.json", "/..%2fsecret.json", "/assets/../../secret.json"])
    await expect(sendFile(undefined as never, folder, path), path).rejects.toThrow("nothing at");
});

/** Serves it, and keeps what became of each asking. */
async function serving(text: string) {
  const folder = aFolder();
  writeFileSync(join(folder, "a.js"), text);
  const sent: Promise<void>[] = [];
  const server = createServer((_, response) => void sent.push(sendFile(response, folder, "/a.js")));
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { port: (server.address() as AddressInfo).port, sent };
}

test("a browser that goes away in the middle of a page is no failure", async () => {
  const { port, sent } = await serving("export const a = 1;\n".repeat(500_000));
  for (const encoding of ["gzip", "identity"]) {
    const asking = requestHttp({ port, headers: { "accept-encoding": encoding } });
    const [answer] = (await once(asking.end(), "response")) as [IncomingMessage];
    answer.destroy();
  }
  await expect(Promise.all(sent)).resolves.toHaveLength(2);
});

test("text goes packed to whoever takes it so, and plain to everybody else", async () => {
  const text = "export const a = 1;\n".repeat(500);
  const { port } = await serving(text);
  const packed = await fetch(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "gzip, br" } });
  expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", text]);
  const plain = await fetch(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "identity" } });
  expect([plain.headers.get("content-encoding"), plain.headers.get("content-length")]).toEqual([null, "10000"]);
});
