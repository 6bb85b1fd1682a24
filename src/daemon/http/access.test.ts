/** Who is let in: a table of every way that must not lead in, and of those that must. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk, type HttpAsked } from "../../../test/fixtures/http-ask.ts";
import { aSession } from "../../../test/fixtures/domain.ts";
import { sessionId } from "../../domain/ids.ts";
import type { Store } from "../../store/open.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { sendFile } from "./pages.ts";
import { openToken, sessionTokens } from "./secrets.ts";

const json = { "content-type": "application/json" };
const post = (headers: Readonly<Record<string, string>>): HttpAsked => ({
  method: "POST",
  path: "/api/tickets",
  headers: { ...json, ...headers },
  body: "{}",
});

async function signIn(rig: ApiRig): Promise<string> {
  const { url } = await rig.client().loginTicket({});
  const answer = await httpAsk(rig.port, { path: url.slice(rig.url.length) });
  expect(answer).toMatchObject({ status: 303, headers: { location: "/" } });
  const [cookie = ""] = answer.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  return cookie.split(";")[0] ?? "";
}

type Case = readonly [what: string, status: number, asked: (known: Known) => HttpAsked];
type Known = { readonly token: string; readonly ours: string; readonly cookie: string; readonly other: string };

const bearer = ({ token }: Known) => ({ authorization: `Bearer ${token}` });

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
  ["the cookie reads", 200, ({ cookie }) => ({ path: "/api/sessions", headers: { cookie } })],
  ["the cookie with our Origin changes", 200, ({ cookie, ours }) => post({ cookie, origin: ours })],
  ["the cookie without an Origin changes nothing", 403, ({ cookie }) => post({ cookie })],
  ["the cookie from another port", 403, ({ cookie, other }) => post({ cookie, origin: other })],
  [
    "the cookie on a request that a page of another port made",
    403,
    ({ cookie }) => ({ path: "/api/sessions", headers: { cookie, "sec-fetch-site": "same-site" } }),
  ],
  ["a changed cookie", 401, ({ cookie }) => ({ path: "/api/sessions", headers: { cookie: `${cookie}x` } })],
  [
    "a cookie that lasts longer than we said",
    401,
    ({ cookie }) => ({ path: "/api/sessions", headers: { cookie: cookie.replace(/=\d/, "=9") } }),
  ],
  ["a used ticket", 401, () => ({ path: "/login?ticket=used" })],
];

test.for(cases)("%s: %i", async ([, status, asked]) => {
  const rig = await anApi();
  const known = {
    token: rig.token,
    ours: rig.url,
    cookie: await signIn(rig),
    other: `http://127.0.0.1:${rig.port + 1}`,
  };
  const answer = await httpAsk(rig.port, asked(known));
  expect(answer.status).toBe(status);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("a 401 prints the line that is missing", async () => {
  const rig = await anApi();
  const { text, headers } = await httpAsk(rig.port, { path: "/api/sessions" });
  expect(JSON.parse(text)).toMatchObject({
    error: { code: "unauthorized", message: expect.stringContaining("\nAuthorization: Bearer $(ao token)") },
  });
  expect(headers["www-authenticate"]).toMatch(/^Bearer/);
});

test("a login ticket is good once, for a minute, and not used up by looking ahead", async () => {
  const rig = await anApi();
  const fresh = async (): Promise<string> => (await rig.client().loginTicket({})).url.slice(rig.url.length);
  const once = await fresh();
  expect((await httpAsk(rig.port, { path: once, headers: { "sec-purpose": "prefetch" } })).status).toBe(204);
  expect((await httpAsk(rig.port, { method: "HEAD", path: once })).status).toBe(405);
  expect((await httpAsk(rig.port, { path: once })).status).toBe(303);
  const again = await httpAsk(rig.port, { path: once });
  expect(again).toMatchObject({ status: 401, text: expect.stringContaining("used before") });
  expect(again.headers["set-cookie"]).toBeUndefined();

  const late = await fresh();
  rig.aheadMs = 61_000;
  expect((await httpAsk(rig.port, { path: late })).status).toBe(401);
});

test.each([
  ["/sessions/app-7?tab=diff", "/sessions/app-7?tab=diff"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example/", "/"],
  ["/x\r\nset-cookie: a=b", "/"],
])("a login link that names %j leads to %s", async (to, location) => {
  const rig = await anApi();
  const { url } = await rig.client().loginTicket({});
  const path = `${url.slice(rig.url.length)}&to=${encodeURIComponent(to)}`;
  expect(await httpAsk(rig.port, { path })).toMatchObject({ status: 303, headers: { location } });
});

test("the cookie outlives the daemon and ends after a month", async () => {
  const rig = await anApi();
  const cookie = await signIn(rig);
  await rig.kill();
  await rig.start();
  const asked = { path: "/api/sessions", headers: { cookie } };
  expect((await httpAsk(rig.port, asked)).status).toBe(200);
  rig.aheadMs = 31 * 24 * 3_600_000;
  expect((await httpAsk(rig.port, asked)).status).toBe(401);
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
  const token = sessionTokens(rig.token).make("app-own");
  const status = async (path: string, method = "GET", given = token) => {
    const headers = { authorization: `Bearer ${given}`, ...json };
    return (await httpAsk(rig.port, { method, path, headers, ...(method === "POST" ? { body: "{}" } : {}) })).status;
  };
  for (const what of ["", "/status", "/why", "/conversation"])
    expect(await status(`/api/sessions/app-own${what}`)).toBe(200);
  expect(await status("/api/events?session=app-own")).toBe(200);
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
  expect(await status("/")).toBe(401);
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

test("a browser without a cookie is told how to sign in; with it, pages carry their guard", async () => {
  const rig = await anApi();
  const stranger = await httpAsk(rig.port, { path: "/board" });
  expect(stranger).toMatchObject({ status: 401, text: expect.stringContaining("<code>ao dashboard</code>") });
  expect(stranger.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  const cookie = await signIn(rig);
  const page = await httpAsk(rig.port, { path: "/board", headers: { cookie } });
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
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
    const asking = request({ port, headers: { "accept-encoding": encoding } });
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
