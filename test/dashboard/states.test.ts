/** Every state that a page can be in is designed: what is, why, and what to do. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/open.ts";
import { sessionId } from "../../src/domain/model/ids.ts";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, noFaults, phone, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { aSession, working } from "../fixtures/domain.ts";
import { anApiOnForge } from "../fixtures/forge-api.ts";
import { app, aRules } from "../fixtures/rules.ts";

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

  test("26: empty for the first time, and not found, at both widths", async () => {
    const rig = await anApi({});
    for (const look of [wide, { ...phone, theme: "dark" } as const]) {
      const page = await open(rig, "/", look);
      for (const [path, sentence] of [
        ["/", "Give it a repository. It empties the backlog."],
        ["/landing", "Nothing waits to land."],
        ["/projects", "app"],
        ["/sessions/app-99", "No session app-99."],
        ["/no/such/page", "There is no page at this address."],
      ] as const) {
        await goTo(page, path);
        await page.locator(`main:has-text("${sentence}")`).waitFor();
        await noFaults(page);
      }
    }
  });

  test("a session that is not there is named once, with those that may be meant; nothing is said of acts or commands", async () => {
    const page = await open(await anApi({ facts: oneWorks }), "/sessions/app-11");
    const main = page.locator("main");
    await soon(() => main.innerText()).toMatch(
      /^No session app-11\.\s+Did you mean one of these\?\s+app-1\s+Open the board$/,
    );
    await page.getByRole("link", { name: "app-1", exact: true }).click();
    await page.locator(".session-head").waitFor();
    await goTo(page, "/sessions/zzzzzzzzzz");
    await soon(() => main.innerText()).toMatch(/^No session zzzzzzzzzz\.\s+Open the board$/);
  });

  test("what a filter says of itself while it is empty is not cut", async () => {
    const page = await open(await anApi({ facts: oneWorks }), "/");
    const hint = `(() => {
      const field = document.querySelector("input[type=search][aria-label^=Filter]");
      if (field === null || field.placeholder === "") return null;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = font;
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(field.placeholder).width >= 0;
    })()`;
    for (const path of ["/", "/issues", "/events", "/settings"]) {
      await goTo(page, path);
      await soon(() => page.evaluate(hint)).toBe(true);
    }
  });

  test("26: empty, first time, at /issues", async () => {
    const { rig } = await anApiOnForge({ rules: aRules({ autoAssign: false }) });
    const page = await open(rig, "/issues", { ...phone, theme: "dark" });
    await page.locator('main:has-text("The backlog is empty.")').waitFor();
    await noFaults(page);
  });

  test("26: empty and good: nobody needs me, and what the others do", async () => {
    const page = await open(await anApi({ facts: oneWorks }), "/");
    await page.locator('.nobody:has-text("Nobody needs you. 1 session works, 0 land.")').waitFor();
    await noFaults(page);
  });

  test("26: empty and filtered: what was asked for, how many there are, and the way back", async () => {
    const page = await open(await aFleetApi(), "/?q=label%3Aui&agent=codex");
    await page.locator('main:has-text("No session matches agent:codex label:ui.")').waitFor();
    await soon(() => page.locator("main").textContent()).toContain("6 sessions without it.");
    await noFaults(page);
    await page.locator(".state-part").getByRole("button", { name: "Clear filters" }).click();
    await page.locator(".card").first().waitFor();
  });

  test("26: loading: nothing at first, then blocks of the final height, then what it waits for", async () => {
    const page = await open(await aFleetApi(), "/fleet");
    await page.locator(".fleet-tiles").waitFor();
    const letGo = await hold(page, "/api/changes");
    // What each stage looked like is noted in the page: it may be over before anybody outside looks.
    await page.evaluate(`window.stages = []; new MutationObserver(() => {
      const box = document.querySelector(".loading");
      if (box === null) return;
      const block = box.querySelector(".block");
      window.stages.push(box.className + ": " + (block.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ? block.offsetHeight : "nothing"));
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] })`);
    await goTo(page, "/landing");
    await page.locator('.loading.slow :text("Still loading changes")').waitFor();
    await noFaults(page);
    const stages = (await page.evaluate("[...new Set(window.stages)]")) as readonly string[];
    expect(stages.filter((stage) => stage.startsWith("loading"))).toEqual([
      "loading nothing: nothing",
      "loading blocks: 44",
      "loading slow: 44",
    ]);
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
    await noFaults(page);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator('section[aria-label="Queue"]').waitFor();
  });

  test("26: reconnecting, offline and caught up keep the page as it is", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator(".card").first().waitFor();
    const cards = await page.locator(".card").count();
    const icon = await page.evaluate(`document.querySelector("link[rel=icon]").href`);
    await page.clock.install();
    await rig.kill();
    await page.locator('.connection:has-text("Reconnecting")').waitFor();
    await soon(() => page.locator(".away").textContent()).toMatch(/as of \d/);
    await noFaults(page);
    // Nobody waits for twenty seconds here.
    await page.clock.fastForward(21_000);
    await page.locator('.connection:has-text("Offline since")').waitFor();
    await soon(() => page.locator(".away").textContent()).toMatch(/^The daemon does not answer. ao start starts it/);
    await soon(() => page.evaluate(`document.querySelector("link[rel=icon]").href`)).not.toBe(icon);
    expect(await page.locator(".card").count()).toBe(cards);
    await soon(() => page.locator('[data-session="app-7"] .choice').first().isDisabled()).toBe(true);
    await noFaults(page);
    await rig.start();
    await rig.client().pause({ id: "app-12" });
    await page.clock.fastForward(6_000);
    await page.locator('.connection.live:has-text("while away")').waitFor();
    await soon(() => page.locator(".card").count()).toBe(cards);
    await page.clock.fastForward(5_000);
    await page.locator('.connection.live:has-text("Live")').waitFor();
  });

  test("26: too old to be caught up with: everything is read anew, and that is said", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator(".card").first().waitFor();
    await page.route(
      (url) => url.pathname === "/api/events",
      (route) => route.abort(),
    );
    rig.cutConnections();
    await page.locator(".connection.reconnecting").waitFor();
    for (let n = 0; n < 3; n += 1) {
      await rig.client().pause({ id: "app-12" });
      await rig.client().resume({ id: "app-12" });
    }
    const { latest } = await rig.client().eventPage({ limit: 1 });
    rig.meddle(`DELETE FROM events WHERE seq < ${latest}; UPDATE retention SET events_floor = ${latest}`);
    await page.unrouteAll();
    await page.locator('.connection.live:has-text("Reloaded")').waitFor();
    await page.locator(".card").first().waitFor();
  });

  test("26: a source that is not asked for now is said beside what comes from it, and on the fleet's page", async () => {
    const restsUntilMs = Date.now() + 30 * 60_000;
    const used = {
      credential: "github:octo",
      requests: 5_000,
      unchanged: 0,
      writes: 0,
      agents: 0,
      cost: {},
      waiting: 0,
      isRefused: false,
    };
    const budgets = [{ name: "core", limit: 5_000, remaining: 0 }];
    const rig = await aFleetApi({
      context: { quotas: () => [{ ...used, budgets, restsUntilMs, restsBecause: "its quota is used up" }] },
    });
    const page = await open(rig, "/sessions/app-5/checks");
    await soon(() => page.locator("[data-rests]").textContent()).toMatch(
      /^Checks as of the last look: github:octo is not asked, its quota is used up\. Next look \d\d:\d\d\.$/,
    );
    await noFaults(page);
    await goTo(page, "/fleet");
    await soon(() => page.locator("[data-quota]").textContent()).toMatch(/0 of 5000 core.*rests until \d\d:\d\d/);
    await noFaults(page);
  });

  test("26: a channel that takes no notices is said where channels are set, with its reason", async () => {
    const at = { sinceMs: Date.now() - 600_000, lastMs: Date.now() };
    const failing = { ...at, name: "slack", attempts: 3, why: "Slack answered 503" };
    const rig = await aFleetApi({ context: { failingChannels: () => [failing] } });
    const page = await open(rig, "/settings");
    await soon(() => page.locator("[data-failing]").textContent()).toMatch(
      /^slack has taken no notice since \d\d:\d\d: Slack answered 503\. It is tried again for a day\.$/,
    );
    await noFaults(page);
  });

  test("26: a tracker and a forge that could not be read are said where their facts are shown, with the reason", async () => {
    const tried = { sinceMs: Date.now() - 600_000, times: 3 };
    const unread = [
      { project: app, what: "issues", why: "Jira answered 503", tried },
      { project: app, what: "changes", why: "GitHub answered 404", tried },
    ] as const;
    const page = await open(await aFleetApi({ context: { unread: () => unread } }), "/issues");
    const said = page.locator("[data-unread]");
    await soon(() => said.allTextContents()).toEqual([
      expect.stringMatching(/^app: issues could not be read since \d\d:\d\d: Jira answered 503$/),
    ]);
    await noFaults(page);
    await goTo(page, "/landing");
    await soon(() => said.allTextContents()).toEqual([expect.stringContaining("GitHub answered 404")]);
    await noFaults(page);
    await goTo(page, "/landing?project=other");
    await said.waitFor({ state: "detached" });
  });

  test("26: refused: a browser that is not signed in any more is told how to be", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await rig.client().signOutAll({});
    await page.locator('h1:has-text("This browser is not signed in to the daemon.")').waitFor();
    await noFaults(page);
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
