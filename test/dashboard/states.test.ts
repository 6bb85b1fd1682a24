/** Every state that a page can be in is designed: what is, why, and what to do. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/open.ts";
import { sessionId } from "../../src/domain/ids.ts";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { faultsOf, hasBrowser, phone, untilTrue, useBrowser, wide, why, type Look } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { aSession, working } from "../fixtures/domain.ts";
import { anApiOnForge } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const dark: Look = { ...phone, theme: "dark" };
const oneWorks = (store: Store): void =>
  store.sessions.save(aSession({ id: sessionId("app-1"), phase: working(), turns: 1 }), { wants: null, dueMs: null });

/** What is asked for is answered only when it is let go. */
async function hold(page: Page, path: string): Promise<() => void> {
  const held: (() => void)[] = [];
  await page.route(
    (url) => url.pathname === path,
    (route) => void held.push(() => void route.continue()),
  );
  return () => held.splice(0).forEach((go) => go());
}

describe.runIf(hasBrowser)(`states${why}`, () => {
  const open = useBrowser();

  test.for([
    ["empty, first time", "/", "Give it a repository. It empties the backlog."],
    ["empty, first time", "/landing", "Nothing waits to land."],
    ["empty, first time", "/projects", "app"],
    ["not found", "/sessions/app-99", "No session app-99."],
    ["not found", "/no/such/page", "There is no page at this address."],
  ] as const)("26: %s, at %s", async ([, path, sentence]) => {
    const rig = await anApi({});
    for (const look of [wide, dark]) {
      const page = await open(rig, path, look);
      await page.locator(`main:has-text("${sentence}")`).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
  });

  test("26: empty, first time, at /issues", async () => {
    const { rig } = await anApiOnForge({ rules: aRules({ autoAssign: false }) });
    const page = await open(rig, "/issues", dark);
    await page.locator('main:has-text("The backlog is empty.")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("26: empty and good: nobody needs me, and what the others do", async () => {
    const page = await open(await anApi({ facts: oneWorks }), "/");
    await page.locator('.nobody:has-text("Nobody needs you. 1 session works, 0 land.")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("26: empty and filtered: what was asked for, how many there are, and the way back", async () => {
    const page = await open(await aFleetApi(), "/?q=label%3Aui&agent=codex");
    await page.locator('main:has-text("No session matches agent:codex label:ui.")').waitFor();
    expect(await page.locator("main").textContent()).toContain("6 sessions without it.");
    expect(await faultsOf(page)).toEqual([]);
    await page.locator(".state-part").getByRole("button", { name: "Clear filters" }).click();
    await page.locator(".card").first().waitFor();
  });

  test("26: loading: nothing at first, then blocks of the final height, then what it waits for", async () => {
    const page = await open(await aFleetApi(), "/fleet");
    const letGo = await hold(page, "/api/changes");
    await page.evaluate(`history.pushState(null, "", "/landing"); dispatchEvent(new PopStateEvent("popstate"))`);
    const loading = page.locator(".loading");
    await loading.waitFor({ state: "attached" });
    expect(await page.locator(".loading.nothing .block").first().isVisible()).toBe(false);
    await page.locator(".loading.blocks .block").first().waitFor();
    expect((await page.locator(".loading .block").first().boundingBox())?.height).toBe(44);
    await page.locator('.loading.slow :text("Still loading changes")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    letGo();
    await page.locator('section[aria-label="Queue"]').waitFor();
  });

  test("26: an error in one part is said there, and the rest of the page works", async () => {
    const page = await open(await aFleetApi(), "/");
    await page.route(
      (url) => url.pathname === "/api/changes",
      (route) => route.fulfill({ status: 503, json: { error: { code: "unavailable", message: "the forge is away" } } }),
    );
    await page.locator('.page-link:has-text("Landing")').click();
    await page.locator('[role="alert"]:has-text("The queue is not shown. The forge is away.")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(() => true);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator('section[aria-label="Queue"]').waitFor();
  });

  test("26: reconnecting and caught up keep the page as it is", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator(".card").first().waitFor();
    const cards = await page.locator(".card").count();
    await rig.kill();
    await page.locator('.connection:has-text("Reconnecting")').waitFor();
    expect(await page.locator(".card").count()).toBe(cards);
    expect(await faultsOf(page)).toEqual([]);
    await rig.start();
    await rig.client().pause({ id: "app-12" });
    await page.locator(".connection.live").waitFor();
    expect(await page.locator(".card").count()).toBe(cards);
  });

  test("26: refused: a browser that is not signed in any more is told how to be", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.context().clearCookies();
    rig.cutConnections();
    await page.locator('h1:has-text("This browser is not signed in to the daemon.")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("26: too many: how many are shown, and of how many", async () => {
    const rig = await aFleetApi();
    for (let n = 0; n < 105; n += 1) {
      await rig.client().pause({ id: "app-12" });
      await rig.client().resume({ id: "app-12" });
    }
    const page = await open(rig, "/events");
    const { latest } = await rig.client().eventPage({ limit: 1 });
    await untilTrue(page, `document.querySelector("main").textContent.includes("Showing 200 of ${latest}")`);
    await page.getByRole("button", { name: "Older" }).click();
    await untilTrue(page, `document.querySelector("main").textContent.includes("Showing ${latest} of ${latest}")`);
  });
});
