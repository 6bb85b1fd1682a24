/**
 * What pages of others can do to the daemon, in a real browser whose person is signed in: nothing. Each is tried the way
 * a hostile page would, and what the daemon holds is looked at afterwards.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasBrowser, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { aStage, type Stage } from "./stage.ts";

const REBOUND = "rebound.example";
let browser: Browser;

describe.runIf(hasBrowser)(`a browser${why}`, () => {
  beforeAll(async () => {
    browser = await openBrowser({ localNames: [REBOUND] });
  });
  afterAll(() => browser.close());

  test("obeys no page of another origin, though its person is signed in", async () => {
    const { stage, context, url, id } = await aSignedInPerson();
    const page = await aForeignPage(context);
    const { url: terminal } = await stage.client.openTerminal({ id });

    expect(await page.evaluate(fetched(`${url}/api/sessions`))).toMatch(/^TypeError/);
    expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/interrupt`, "POST"))).toMatch(/^TypeError/);
    expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/pause`, "POST", "no-cors"))).toMatch(/^TypeError/);
    expect(await page.evaluate(socketTo(terminal))).toBe("refused");
    await page.evaluate(framed(url));
    expect(page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

    const posted = page.waitForResponse((response) => response.url() === `${url}/api/sessions`);
    await page.evaluate(formTo(`${url}/api/sessions`));
    expect((await posted).status()).toBe(403);
    expect(await page.textContent("body")).toContain("may not command this daemon");

    expect(await stage.client.listSessions({})).toMatchObject([{ id, phase: "working" }]);
    expect((await stage.client.session({ id })).hold).toBe(null);
  });

  test("finds nothing under a name that was made to point here", async () => {
    const { context, url } = await aSignedInPerson();
    const page = await context.newPage();
    const elsewhere = `http://${REBOUND}:${new URL(url).port}`;
    const first = await page.goto(elsewhere);
    expect(first?.status()).toBe(403);
    for (const path of ["/api/health", "/api/sessions", "/login?ticket=x"])
      expect(await page.evaluate(`fetch(${JSON.stringify(path)}).then(({ status }) => status)`), path).toBe(403);
    expect(await page.evaluate(socketTo(`${elsewhere.replace("http", "ws")}/api/terminal?ticket=x`))).toBe("refused");
  });

  test("is let in by a link once, and opens a terminal by a ticket once", async () => {
    const { stage, context, url, id, link } = await aSignedInPerson();
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

type Person = {
  readonly stage: Stage;
  readonly context: BrowserContext;
  readonly url: string;
  readonly id: string;
  readonly link: string;
};

async function aSignedInPerson(): Promise<Person> {
  const stage = await aStage();
  const id = await stage.begin("busy", 'Please.\n\n```script\n{ "start": [{ "say": "here" }, "hang"] }\n```\n');
  await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { url: link } = await stage.client.loginTicket({});
  const page = await context.newPage();
  expect((await page.goto(link))?.status()).toBe(200);
  await page.close();
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
