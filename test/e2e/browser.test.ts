/**
 * What pages of others can do to the daemon, in a real browser whose person is signed in: nothing. Each is tried the way
 * a hostile page would, and what the daemon holds is looked at afterwards.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { hasBrowser, untilTrue, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { aStage, type Stage } from "./stage.ts";

const REBOUND = "rebound.example";
let browser: Browser;

/** Another address of this machine is no less ours, and no more. */
const hosts = ["127.0.0.1", ...(process.platform === "linux" ? ["127.0.0.2"] : [])];

describe.runIf(hasBrowser).for(hosts)(`a browser at %s${why}`, (host) => {
  beforeAll(async () => {
    browser = await openBrowser({ localNames: [REBOUND], localAddress: host });
  });
  afterAll(() => browser.close());

  test("obeys no page of another origin, though its person is signed in", async () => {
    const { stage, context, url, id } = await aSignedInPerson(host);
    const page = await aForeignPage(context);
    const { url: terminal } = await stage.client.openTerminal({ id });

    expect(await page.evaluate(fetched(`${url}/api/sessions`))).toMatch(/^TypeError/);
    expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/interrupt`, "POST"))).toMatch(/^TypeError/);
    expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/pause`, "POST", "no-cors"))).toMatch(/^TypeError/);
    expect(await page.evaluate(socketTo(terminal))).toBe("refused");
    await page.evaluate(framed(url));
    await expect.poll(() => page.frames().at(-1)?.url(), { timeout: 30_000 }).toMatch(/^chrome-error:/);

    const posted = page.waitForResponse((response) => response.url() === `${url}/api/sessions`);
    await page.evaluate(formTo(`${url}/api/sessions`));
    expect((await posted).status()).toBe(403);
    expect(await page.textContent("body")).toContain("may not command this daemon");

    expect(await stage.client.listSessions({})).toMatchObject([{ id, phase: "working" }]);
    expect((await stage.client.session({ id })).hold).toBe(null);
  });

  test("finds nothing under a name that was made to point here", async () => {
    const { context, url } = await aSignedInPerson(host);
    const page = await context.newPage();
    const elsewhere = `http://${REBOUND}:${new URL(url).port}`;
    const first = await page.goto(elsewhere);
    expect(first?.status()).toBe(403);
    for (const path of ["/api/health", "/api/sessions", "/login?ticket=x"])
      expect(await page.evaluate(`fetch(${JSON.stringify(path)}).then(({ status }) => status)`), path).toBe(403);
    expect(await page.evaluate(socketTo(`${elsewhere.replace("http", "ws")}/api/terminal?ticket=x`))).toBe("refused");
  });

  test("is let in by a link once, and opens a terminal by a ticket once", async () => {
    const { stage, context, url, id, link } = await aSignedInPerson(host);
    const stranger = await browser.newContext();
    const page = await stranger.newPage();
    expect((await page.goto(`${url}/api/sessions`))?.status()).toBe(401);
    expect((await page.goto(url))?.status()).toBe(401);
    expect(await page.textContent("body")).toContain("not signed in");
    expect((await page.goto(link))?.status()).toBe(401);
    expect(await page.textContent("body")).toContain("used before");
    expect(await stranger.cookies()).toEqual([]);

    const ours = await context.newPage();
    expect((await ours.goto(url))?.status()).toBe(200);
    const { url: terminal } = await stage.client.openTerminal({ id });
    expect(await ours.evaluate(socketTo(terminal))).toBe("open");
    expect(await ours.evaluate(socketTo(terminal))).toBe("refused");
  });
});

const HOSTILE = `<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>`;

test.runIf(hasBrowser)(`script in a title, a log or a terminal's title is shown, and runs nowhere${why}`, async () => {
  browser = await openBrowser();
  onTestFinished(() => browser.close());
  const say = `printf '\\033]0;%s\\007' '${HOSTILE}'; echo '${HOSTILE}'; sleep 60`;
  const stage = await aStage({ agentConfig: { command: ["sh", "-c", say], drive: "terminal" } });
  await stage.client.createIssue({ title: `An issue ${HOSTILE}`, body: HOSTILE });
  const { id } = await stage.client.startSession({ projectId: "app", title: `A session ${HOSTILE}`, name: "hostile" });
  await stage.until(id, "at work", ({ turn }) => turn?.acknowledged === true);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto((await stage.client.loginTicket({})).url);
  const { origin } = new URL(page.url());
  for (const [path, sign] of [
    ["/", ".card"],
    ["/issues", ".issue-title"],
    [`/sessions/${id}`, ".message-text"],
    [`/sessions/${id}/terminal`, ".xterm-rows"],
    [`/sessions/${id}/timeline`, ".event"],
    ["/events", ".event"],
    ["/?find=*", ".palette-row"],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.locator(sign).first().waitFor();
    await untilTrue(page, `document.body.textContent.includes("onerror")`);
    expect(await page.evaluate("window.hurt ?? null"), path).toBe(null);
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
  }
});

type Person = {
  readonly stage: Stage;
  readonly context: BrowserContext;
  readonly url: string;
  readonly id: string;
  readonly link: string;
};

async function aSignedInPerson(host: string): Promise<Person> {
  const config = join(aFolder(), "config.yaml");
  writeFileSync(config, JSON.stringify({ server: { host } }));
  const stage = await aStage({ env: { AO_CONFIG: config } });
  const id = await stage.begin("busy", 'Please.\n\n```script\n{ "start": [{ "say": "here" }, "hang"] }\n```\n');
  await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { url: link } = await stage.client.loginTicket({});
  const page = await context.newPage();
  expect((await page.goto(link))?.status()).toBe(200);
  await page.close();
  expect(new URL(link).hostname).toBe(host);
  return { stage, context, url: new URL(link).origin, id, link };
}

/** On the same machine at another port: to cookies it is the same site, which makes it the hardest to tell apart. */
async function aForeignPage(context: BrowserContext): Promise<Page> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<body>Hello</body>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

const text = JSON.stringify;

const fetched = (url: string, method = "GET", mode = "cors"): string =>
  `fetch(${text(url)}, { method: ${text(method)}, mode: ${text(mode)}, credentials: "include", ${method === "GET" ? "" : `body: "{}"`} })
    .then((response) => response.text(), String)`;

const socketTo = (url: string): string => `new Promise((resolve) => {
  const socket = new WebSocket(${text(url)});
  socket.onopen = () => { resolve("open"); socket.close(); };
  socket.onerror = () => resolve("refused");
})`;

/** Around our page one of theirs, to have it clicked unseen. */
const framed = (url: string): string => `new Promise((resolve) => {
  const frame = Object.assign(document.createElement("iframe"), { onload: resolve, src: ${text(url)} });
  document.body.append(frame);
}).then(() => null)`;

/** JSON by a form that no script has to be allowed for: the oldest trick. */
const formTo = (url: string): string => `(() => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: ${text(url)}, enctype: "text/plain" });
  const field = Object.assign(document.createElement("input"), { name: '{"prompt":"', value: '"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
})()`;
