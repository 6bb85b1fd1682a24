import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createRedactor } from "../../../lib/text/redact.ts";
import { askGraphql, askPartly } from "./graphql.ts";
import { createListReader } from "./pages.ts";
import { QuotaBroker } from "../quota/quota-broker.ts";
import { githubRules } from "../../github/quota-rules.ts";
import { createRemote, type Remote } from "./remote.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function aServer(answer: Answer): Promise<{ readonly url: URL; readonly seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), seen };
}

function aRemote(base: URL): Remote {
  const clock = { wallMs: () => Date.now(), after: () => () => undefined };
  return createRemote({
    ...{ name: "GitHub", base, clock, redact: createRedactor(["s3cret-value"]) },
    authorize: async () => ({ ok: true, value: { authorization: "Bearer s3cret-value" } }),
    broker: new QuotaBroker({ credential: "github:test", rules: { ...githubRules, writeGapMs: 0 }, clock }),
  });
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

test("a path below the base is asked for, with query, credential and our name", async () => {
  const { url, seen } = await aServer(json(200, { id: 7 }));
  const answer = await aRemote(new URL("api/v3/", url)).ask({
    path: "/repos/a/b",
    query: { page: 2, none: undefined },
  });
  expect(answer).toMatchObject({ ok: true, value: { status: 200, body: { id: 7 }, isUnchanged: false } });
  expect(seen[0]?.url).toBe("/api/v3/repos/a/b?page=2");
  expect(seen[0]?.headers).toMatchObject({
    authorization: "Bearer s3cret-value",
    "user-agent": expect.stringMatching(/^agent-orchestrator\/\d/),
  });
});

test("asked again, what is unchanged is answered from what was kept, and counted as unchanged", async () => {
  const { url } = await aServer((request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304, { etag: '"1"' }).end();
    else response.writeHead(200, { etag: '"1"' }).end('{"n":1}');
  });
  const forge = aRemote(url);
  await forge.ask({ path: "issues" });
  const again = await forge.ask({ path: "issues" });
  expect(again).toMatchObject({ ok: true, value: { body: { n: 1 }, isUnchanged: true } });
  expect(forge.broker.counts()).toMatchObject({ requests: 2, unchanged: 1, cost: { core: 1 } });
});

test("a limit that was met stops the next request before it is sent", async () => {
  const { url, seen } = await aServer(json(429, { message: "slow down, s3cret-value" }, { "retry-after": "30" }));
  const forge = aRemote(url);
  const first = await forge.ask({ path: "x" });
  expect(first).toMatchObject({ ok: false, error: { code: "rate_limited", said: "slow down, [redacted]" } });
  expect(await forge.ask({ path: "x" })).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  expect(seen).toHaveLength(1);
});

test("within the host a reading follows a redirect; a write never", async () => {
  const { url, seen } = await aServer((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
    else response.writeHead(200).end('{"here":true}');
  });
  const forge = aRemote(url);
  expect(await forge.ask({ path: "old" })).toMatchObject({ ok: true, value: { body: { here: true } } });
  expect(await forge.ask({ path: "old", method: "POST", body: {} })).toMatchObject({
    ok: false,
    error: { code: "refused" },
  });
  expect(seen.map((request) => `${request.method} ${request.url}`)).toEqual(["GET /old", "GET /new", "POST /old"]);
});

test("whoever reads at another address for good is told so, also where nothing has changed", async () => {
  const { url } = await aServer((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
    else if (request.url === "/for-now") response.writeHead(307, { location: "/new" }).end();
    else response.writeHead(200, { etag: '"1"' }).end("{}");
  });
  const forge = aRemote(url);
  const isMoved = async (path: string) => {
    const answer = await forge.ask({ path });
    return answer.ok && answer.value.isMoved;
  };
  expect([await isMoved("old"), await isMoved("old"), await isMoved("for-now"), await isMoved("new")]).toEqual([
    ...[true, true, false, false],
  ]);
  expect(await forge.pass({ path: "old" })).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(await forge.ask({ path: "for-now", method: "POST", body: {} })).toMatchObject({
    error: { code: "unavailable" },
  });
});

test.for<[what: string, headers: Readonly<Record<string, string>>, told: string]>([
  ["a permission", { "x-accepted-github-permissions": "issues=write" }, "The token needs the permission issues=write"],
  [
    "single sign-on",
    { "x-github-sso": "required; url=https://github.com/orgs/acme/sso?x=1" },
    "https://github.com/orgs/acme/sso?x=1",
  ],
  [
    "a scope",
    { "x-accepted-oauth-scopes": "repo, admin:org", "x-oauth-scopes": "gist" },
    "The token needs the scope repo or admin:org",
  ],
])("a refusal whose headers name %s says so", async ([, headers, told]) => {
  const { url } = await aServer(json(403, { message: "No." }, headers));
  expect(await aRemote(url).ask({ path: "x" })).toMatchObject({ error: { message: expect.stringContaining(told) } });
});

test("another host is not asked; for a download it is, without the credential", async () => {
  const elsewhere = await aServer((_request, response) => void response.writeHead(200).end("a log"));
  const { url } = await aServer(
    (_request, response) => void response.writeHead(302, { location: new URL("log", elsewhere.url).href }).end(),
  );
  const forge = aRemote(url);
  expect(await forge.ask({ path: "log" })).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(elsewhere.seen).toHaveLength(0);
  const download = await forge.download({ path: "log" });
  if (!download.ok) throw new Error(download.error.message);
  const pieces: Uint8Array[] = [];
  for await (const piece of download.value.bytes) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("a log");
  expect(elsewhere.seen[0]?.headers.authorization).toBeUndefined();
});

test("an address on another host is refused without a request", async () => {
  const { url, seen } = await aServer(json(200, {}));
  expect(await aRemote(url).ask({ path: "http://127.0.0.1:9/x" })).toMatchObject({
    ok: false,
    error: { code: "refused" },
  });
  expect(seen).toHaveLength(0);
});

test.for<[what: string, answer: Answer, code: string]>([
  ["an answer that is too large", json(200, { text: "x".repeat(2_000) }), "refused"],
  ["the page of a hotel's network", (_, response) => void response.writeHead(200).end("<html>"), "unavailable"],
  ["no answer in time", () => undefined, "unavailable"],
  ["an answer that breaks off", (_, response) => breakOff(response), "unavailable"],
  ["a connection that is closed", (request) => void request.socket.destroy(), "unavailable"],
])("%s", async ([, answer, code]) => {
  const { url } = await aServer(answer);
  const asked = await aRemote(url).ask({ path: "x", bytesMax: 1_000, timeoutMs: 300 });
  expect(asked).toMatchObject({ ok: false, error: { code } });
});

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "100" });
  response.write('{"a":');
  setImmediate(() => response.destroy());
}

test("pages are followed by their links, up to a number", async () => {
  const { url } = await aServer((request, response) => {
    const page = Number(new URL(request.url ?? "", url).searchParams.get("page") ?? "1");
    const link = `<${new URL(`list?page=${page + 1}`, url).href}>; rel="next", <x>; rel="last"`;
    response.writeHead(200, page < 3 ? { link } : {}).end(`[${page}]`);
  });
  const forge = aRemote(url);
  expect(await createListReader(forge, Date.now)({ path: "list" }, 10)).toMatchObject({
    ok: true,
    value: { items: [1, 2, 3], isCut: false },
  });
  expect(await createListReader(forge, Date.now)({ path: "list" }, 2)).toMatchObject({
    ok: true,
    value: { items: [1, 2], isCut: true },
  });
});

test.for<[what: string, body: unknown, document: string, result: object]>([
  ["data", { data: { me: { id: 1 } } }, "query { me { id } }", { ok: true, value: { me: { id: 1 } } }],
  [
    "a part that is missing leaves the rest",
    { data: { a: { id: 1 }, b: null }, errors: [{ type: "NOT_FOUND", message: "no b" }] },
    "query { a { id } b { id } }",
    { ok: true, value: { a: { id: 1 }, b: null } },
  ],
  [
    "nothing was found",
    { data: { b: null }, errors: [{ type: "NOT_FOUND", message: "no b" }] },
    "query { b { id } }",
    { ok: false, error: { code: "gone", said: "no b" } },
  ],
  [
    "a limit",
    { errors: [{ message: "slow down", extensions: { code: "RATELIMITED" } }] },
    "query { b { id } }",
    { ok: false, error: { code: "rate_limited" } },
  ],
  [
    "a write that failed in part has failed",
    { data: { done: { id: 1 } }, errors: [{ type: "UNPROCESSABLE", message: "no" }] },
    "mutation { done { id } }",
    { ok: false, error: { code: "refused" } },
  ],
  [
    "an error of no kind says nothing of whether a write was done",
    { errors: [{ message: "Something went wrong while executing your query." }] },
    "mutation { done { id } }",
    { ok: false, error: { code: "unavailable", said: "Something went wrong while executing your query." } },
  ],
  [
    "one that is known beside one that is not",
    {
      data: null,
      errors: [
        { type: "UNPROCESSABLE", message: "no" },
        { type: "ODD", message: "it broke" },
      ],
    },
    "mutation { done { id } }",
    { ok: false, error: { code: "unavailable" } },
  ],
  [
    "a write without an answer may have been done",
    { data: { done: null } },
    "mutation { done { id } }",
    { ok: false, error: { code: "unavailable" } },
  ],
  [
    "a reading that broke is asked for again",
    { errors: [{ message: "Something went wrong while executing your query." }] },
    "query { a { id } }",
    { ok: false, error: { code: "unavailable" } },
  ],
  [
    "a repository that the token may not see, beside what the question cost",
    { data: { repository: null, rateLimit: { cost: 1 } }, errors: [{ type: "FORBIDDEN", message: "SAML: sign in" }] },
    "query { repository { id } rateLimit { cost } }",
    { ok: false, error: { code: "refused", message: "GitHub refused: SAML: sign in" } },
  ],
])("GraphQL: %s", async ([, body, document, result]) => {
  const { url } = await aServer(json(200, body));
  expect(await askGraphql(aRemote(url), { document, variables: {} })).toMatchObject(result);
});

test("what is missing in a part of the data is told with its place, and whether asking again may help", async () => {
  const errors = [
    { type: "FORBIDDEN", message: "not for you", path: ["a", 0, "b"] },
    { type: "INSUFFICIENT_SCOPES", message: "needs repo", path: ["c"] },
    { type: "INTERNAL", message: "it broke" },
  ];
  const { url } = await aServer(json(200, { data: { a: [{ b: null }] }, errors }));
  const asked = await askPartly(aRemote(url), { document: "query { a { b } c }", variables: {} });
  expect(asked.ok && asked.value.gaps).toEqual([
    { path: ["a", "0", "b"], why: "not for you", isRefused: true, isTooMuch: false },
    { path: ["c"], why: "needs repo", isRefused: true, isTooMuch: false },
    { path: [], why: "it broke", isRefused: false, isTooMuch: false },
  ]);
});

test.for<[what: string, status: number, body: unknown]>([
  ["GitHub, with 200", 200, { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] }],
  ["Linear, with 400", 400, { errors: [{ message: "Rate limit exceeded", extensions: { code: "RATELIMITED" } }] }],
])(
  "a limit that only a GraphQL answer's words tell (%s) stops the next request before it is sent",
  async ([, status, body]) => {
    const { url, seen } = await aServer(json(status, body, { "retry-after": "30" }));
    const forge = aRemote(url);
    const write = () => askGraphql(forge, { document: "mutation { a { id } }", variables: {} });
    const first = await write();
    const message = expect.stringContaining("ate limit exceeded");
    expect(first).toMatchObject({ ok: false, error: { code: "rate_limited", message } });
    if (!first.ok) expect(first.error.retryAfterMs).toBeGreaterThan(20_000);
    expect(await write()).toMatchObject({ ok: false, error: { code: "rate_limited" } });
    expect(await forge.ask({ path: "x" })).toMatchObject({ ok: false, error: { code: "rate_limited" } });
    expect(seen).toHaveLength(1);
  },
);

test("a limit in the answer to an agent's own document is heard, too", async () => {
  const body = { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] };
  const { url, seen } = await aServer(json(200, body, { "retry-after": "30" }));
  const forge = aRemote(url);
  const ask = () => forge.pass({ path: "graphql", method: "POST", body: {}, deed: "read", resource: "graphql" });
  expect(await ask()).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  expect(await ask()).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  expect(seen).toHaveLength(1);
});

test.for<[what: string, body: unknown]>([
  ["as an error of no kind", { data: null, errors: [{ message: "You have exceeded a secondary rate limit." }] }],
  ["in place of all data", { message: "You have exceeded a secondary rate limit. Please wait a few minutes." }],
])("a secondary limit that GraphQL tells with 200, %s, rests the credential", async ([, body]) => {
  const { url, seen } = await aServer(json(200, body, { "retry-after": "30" }));
  const forge = aRemote(url);
  const ask = () => askGraphql(forge, { document: "query { viewer { login } }", variables: {} });
  expect([await ask(), await ask()]).toMatchObject([
    { error: { code: "rate_limited", retryAfterMs: expect.closeTo(30_000, -3) } },
    { error: { code: "rate_limited" } },
  ]);
  expect(seen).toHaveLength(1);
});

test("a page that was full and the last is asked for in full, since what comes after it changes nothing of it", async () => {
  const items = ["a", "b"];
  const { url } = await aServer((request, response) => {
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page") ?? 1);
    const body = JSON.stringify(items.slice((page - 1) * 2, page * 2));
    const etag = `"${body}"`;
    const hasNext = items.length > page * 2;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    const link = hasNext ? { link: `<${url.href}issues?per_page=2&page=${page + 1}>; rel="next"` } : {};
    response.writeHead(200, { etag, ...link }).end(body);
  });
  const forge = aRemote(url);
  const readList = createListReader(forge, Date.now);
  const list = () => readList({ path: "issues", query: { per_page: 2 } }, 5);
  expect(await list()).toMatchObject({ value: { items: ["a", "b"] } });
  items.push("c");
  expect(await list()).toMatchObject({ value: { items: ["a", "b", "c"], isUnchanged: false } });
  expect(await list()).toMatchObject({ value: { items: ["a", "b", "c"], isUnchanged: true } });
});

test("a token that is refused is told of, so that the next request goes with the one that came in its place", async () => {
  const { url } = await aServer((request, response) => {
    const isRenewed = request.headers.authorization === "Bearer new";
    response.writeHead(isRenewed ? 200 : 401, { "content-type": "application/json" }).end("{}");
  });
  const time = { ms: 0 };
  const clock = { wallMs: () => time.ms, after: () => () => undefined };
  let token = "old";
  const forge = createRemote({
    ...{ name: "GitHub", base: url, clock, redact: (text: string) => text },
    authorize: async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }),
    onRefused: () => void (token = "new"),
    broker: new QuotaBroker({ credential: "github:test", rules: githubRules, clock }),
  });
  expect(await forge.ask({ path: "user" })).toMatchObject({ error: { code: "rate_limited", status: 401 } });
  time.ms += 5 * 60_000;
  expect(await forge.ask({ path: "user" })).toMatchObject({ ok: true });
});

test("a long answer to an agent's own document is passed on whole", async () => {
  const body = { data: { text: "x".repeat(2 * 1024 * 1024) } };
  const { url } = await aServer(json(200, body));
  const asked = { path: "graphql", method: "POST", body: {}, deed: "read", resource: "graphql" } as const;
  const passed = await aRemote(url).pass(asked);
  if (!passed.ok) throw new Error(passed.error.message);
  const pieces: Uint8Array[] = [];
  for await (const piece of passed.value.bytes) pieces.push(piece);
  expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(body);
});
