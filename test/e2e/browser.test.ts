/**
 * What pages of others can do to the daemon, in a real browser whose person is signed in: nothing. Each is tried the way
 * a hostile page would, and what the daemon holds is looked at afterwards.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { hasBrowser, soon, untilTrue, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { aStage, type Stage } from "./stage.ts";

const REBOUND = "rebound.example";
const HOSTILE = `<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>`;
/** Its terminal's title, its output and its name are those of somebody who means harm. */
const AGENT = ["sh", "-c", `printf '\\033]0;%s\\007' '${HOSTILE}'; echo '${HOSTILE}'; sleep 600`];

/** Another address of this machine is no less ours, and no more. */
const hosts = ["127.0.0.1", ...(process.platform === "linux" ? ["127.0.0.2"] : [])];

test.runIf(hasBrowser).for(hosts)(
  `at %s no page of others commands the daemon, links and tickets are good once, and script in a title or a log runs nowhere${why}`,
  { timeout: 180_000 },
  async (host) => {
    const person = await aSignedInPerson(host);
    await otherOriginsAreRefused(person);
    await opaqueOriginsAreRefused(person);
    await namesThatPointHereAreRefused(person);
    await linksAndTicketsAreGoodOnce(person);
    await hostileTextRunsNowhere(person);
    const { client } = person.stage;
    // Of the issue, and of the person: nobody else began one.
    expect((await client.listSessions({})).map(({ title }) => title.slice(0, 9)).toSorted()).toEqual([
      "A session",
      "An issue ",
    ]);
    expect(await client.session({ id: person.id })).toMatchObject({ phase: "working", hold: null });
  },
);

type Person = {
  readonly stage: Stage;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly url: string;
  readonly id: string;
  readonly link: string;
};

async function aSignedInPerson(host: string): Promise<Person> {
  const browser = await openBrowser({ isWhole: true, localNames: [REBOUND], localAddress: host });
  onTestFinished(() => browser.close());
  const config = join(aFolder(), "config.yaml");
  writeFileSync(config, JSON.stringify({ server: { host } }));
  const stage = await aStage({ env: { AO_CONFIG: config }, agentConfig: { command: AGENT, drive: "terminal" } });
  await stage.client.createIssue({ title: `An issue ${HOSTILE}`, body: HOSTILE });
  const { id } = await stage.client.startSession({ projectId: "app", title: `A session ${HOSTILE}`, name: "hostile" });
  await stage.until(id, "at work", ({ turn }) => turn?.acknowledged === true);
  await soon(async () => (await stage.client.listSessions({})).length).toBe(2);
  const context = await browser.newContext();
  const { url: link } = await stage.client.loginTicket({});
  const page = await context.newPage();
  await page.goto(link);
  await page.locator("[data-connection=live]").first().waitFor();
  await page.close();
  expect(new URL(link).hostname).toBe(host);
  return { stage, browser, context, url: new URL(link).origin, id, link };
}

async function otherOriginsAreRefused({ stage, context, url, id }: Person): Promise<void> {
  const page = await aForeignPage(context);
  const { url: terminal } = await stage.client.openTerminal({ id });
  expect(await page.evaluate(fetched(`${url}/api/sessions`))).toMatch(/^TypeError/);
  expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/interrupt`, "POST"))).toMatch(/^TypeError/);
  expect(await page.evaluate(fetched(`${url}/api/sessions/${id}/pause`, "POST", "no-cors"))).toMatch(/^TypeError/);
  // A part of a page is asked for without any Origin.
  const fates: string[] = [];
  page.on("response", (response) => void fates.push(`${response.status()} ${response.url()}`));
  page.on("requestfailed", (request) => void fates.push(`${request.failure()?.errorText} ${request.url()}`));
  await page.evaluate(embedded(`${url}/api/projects`));
  await soon(() => fates.find((fate) => fate.endsWith("/api/projects"))).toMatch(/^(401|net::ERR_BLOCKED_BY_RESPONSE)/);
  expect(await page.evaluate(socketTo(terminal))).toBe("refused");
  await page.evaluate(framed(url));
  await soon(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  await postsAForm(page, url);
  await page.close();
}

/** A page that hides where it is from has an Origin that is nobody's. */
async function opaqueOriginsAreRefused({ context, url }: Person): Promise<void> {
  const page = await context.newPage();
  await page.goto("data:text/html,<body>Hello</body>");
  expect(await page.evaluate("origin")).toBe("null");
  expect(await page.evaluate(fetched(`${url}/api/sessions`))).toMatch(/^TypeError/);
  await postsAForm(page, url);
  await page.close();
}

async function postsAForm(page: Page, url: string): Promise<void> {
  const posted = page.waitForResponse((response) => response.url() === `${url}/api/sessions`);
  await page.evaluate(formTo(`${url}/api/sessions`));
  expect((await posted).status()).toBe(403);
  await soon(() => page.textContent("body")).toContain("may not command this daemon");
}

async function namesThatPointHereAreRefused({ context, url }: Person): Promise<void> {
  const page = await context.newPage();
  const elsewhere = `http://${REBOUND}:${new URL(url).port}`;
  expect((await page.goto(elsewhere))?.status()).toBe(403);
  for (const path of ["/api/health", "/api/sessions", "/login?ticket=x"])
    expect(await page.evaluate(`fetch(${text(path)}).then(({ status }) => status)`), path).toBe(403);
  expect(await page.evaluate(socketTo(`${elsewhere.replace("http", "ws")}/api/terminal?ticket=x`))).toBe("refused");
  await page.close();
}

async function linksAndTicketsAreGoodOnce({ stage, browser, context, url, id, link }: Person): Promise<void> {
  const stranger = await browser.newContext();
  const page = await stranger.newPage();
  expect((await page.goto(`${url}/api/sessions`))?.status()).toBe(401);
  await page.goto(url);
  await soon(() => page.textContent("body")).toContain("not signed in");
  await page.goto(link);
  await soon(() => page.textContent("body")).toContain("used before");
  expect([await stranger.cookies(), await page.evaluate("localStorage.getItem('ao.browser')")]).toEqual([[], null]);
  await stranger.close();

  const ours = await context.newPage();
  expect((await ours.goto(url))?.status()).toBe(200);
  const { url: terminal } = await stage.client.openTerminal({ id });
  expect(await ours.evaluate(socketTo(terminal))).toBe("open");
  expect(await ours.evaluate(socketTo(terminal))).toBe("refused");
  await ours.close();
}

async function hostileTextRunsNowhere({ context, url, id }: Person): Promise<void> {
  const page = await context.newPage();
  for (const [path, sign] of [
    ["/", ".card"],
    ["/issues", ".issue-title"],
    [`/sessions/${id}`, ".message-text"],
    [`/sessions/${id}/terminal`, ".xterm-rows"],
    [`/sessions/${id}/timeline`, ".event"],
    ["/events", ".event"],
    ["/?find=*", ".palette-row"],
  ] as const) {
    await page.goto(`${url}${path}`);
    await page.locator(sign).first().waitFor();
    await untilTrue(page, `document.body.textContent.includes("onerror")`);
    expect(await page.evaluate("window.hurt ?? null"), path).toBe(null);
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
  }
  await page.close();
}

/** On the same machine at another port: to a browser it is the same site, which makes it the hardest to tell apart. */
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

const embedded = (url: string): string =>
  `document.body.append(Object.assign(document.createElement("script"), { src: ${text(url)} }))`;

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
