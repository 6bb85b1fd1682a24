/** The session page, the connection and the addresses, in a real browser. */
import { describe, expect, test } from "vitest";
import { changeId, sessionId } from "../../src/domain/ids.ts";
import type { Store } from "../../src/store/open.ts";
import { aFleet, aFleetApi } from "../fixtures/a-fleet.ts";
import { faultsOf, hasBrowser, phone, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { aMessage, anIncident, reported } from "../fixtures/domain.ts";

/** A failing check of app-5, and the message about it that nobody has let go yet. */
function withPrepared(store: Store): void {
  aFleet(store);
  const change = store.changes.get(changeId("c5"));
  if (change === null) return;
  const incident = anIncident({ trouble: "ci", owedBy: { kind: "person" } });
  store.changes.save({ ...change, round: reported("failed"), incidents: [incident] }, { dueMs: null });
  store.messages.save(
    aMessage({
      session: sessionId("app-5"),
      text: "rate.test.ts failed: expected 429, got 200",
      cause: {
        ...{ kind: "incident", incident: incident.id, trouble: "ci", attempt: 1 },
        ...{ head: change.head.commit, fingerprint: "test:boom" },
      },
      state: { kind: "prepared" },
    }),
  );
}

describe.runIf(hasBrowser)(`the session page${why}`, () => {
  const open = useBrowser();

  test("15, 28: a question is answered with the keyboard alone", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-8");
    await page.locator("[data-why]").waitFor();
    await page.keyboard.press("a");
    await untilTrue(page, "document.activeElement.hasAttribute('data-answer')");
    await page.keyboard.type("German first");
    await page.keyboard.press("Enter");
    await page.locator('.message-text:text-is("German first")').waitFor();
    expect((await rig.client().status({ id: "app-8" })).question).toBeNull();
  });

  test.for([
    ["Send it as it is", /queued|handed over|acknowledged/, "a"],
    ["Drop it", /not given to the agent/, null],
  ] as const)("a prepared message is shown whole, and waits for a person: %s", async ([button, words, key]) => {
    const rig = await aFleetApi({ facts: withPrepared });
    const page = await open(rig, "/sessions/app-5");
    await page.locator('[data-receipt="prepared"]').waitFor();
    expect(await page.locator(".message-text").last().textContent()).toContain("rate.test.ts failed");
    if (key === null) await page.getByRole("button", { name: button }).click();
    else await page.keyboard.press(key);
    await page.locator('[data-receipt="prepared"]').waitFor({ state: "detached" });
    expect(await page.locator("[data-receipt]").last().textContent()).toMatch(words);
  });

  test("18, 19: a draft survives a reload; its receipt is in words, and it is not acknowledged before the agent says so", async () => {
    const page = await open(await aFleetApi(), "/sessions/app-12");
    await page.locator("[data-composer]").fill("Use the cache");
    await page.reload();
    await untilTrue(page, "document.querySelector('[data-composer]')?.value === 'Use the cache'");
    await page.locator("[data-composer]").focus();
    await page.keyboard.press("Control+Enter");
    const receipt = page.locator("[data-receipt]").last();
    await receipt.waitFor();
    expect(await receipt.textContent()).toMatch(/queued|handed over/);
    expect(await page.locator("body").textContent()).not.toMatch(/\bsent\b/i);
    expect(await page.locator('[data-receipt="acknowledged"]').count()).toBe(0);
    expect(await page.locator("[data-composer]").inputValue()).toBe("");
  });

  test("23: the failing check comes first, with its failure and whether the agent was told", async () => {
    const rig = await aFleetApi({
      facts: (store) => {
        aFleet(store);
        const known = store.changes.get(changeId("c5"));
        if (known !== null) store.changes.save({ ...known, round: reported("failed") }, { dueMs: null });
      },
    });
    const page = await open(rig, "/sessions/app-5/checks");
    const first = page.locator(".check").first();
    await first.waitFor();
    expect(await first.getAttribute("data-verdict")).toBe("failed");
    expect(await first.locator(".log").isVisible()).toBe(true);
    expect(await first.textContent()).toContain("the agent was not told");
  });

  test("24: the timeline has as many rows as the API has events, and each opens to its facts", async () => {
    const rig = await aFleetApi();
    await rig.client().pause({ id: "app-12" });
    await rig.client().resume({ id: "app-12" });
    const page = await open(rig, "/sessions/app-12/timeline");
    const { events } = await rig.client().eventPage({ session: "app-12", limit: 1_000 });
    await untilTrue(page, `document.querySelectorAll("[data-seq]").length === ${events.length}`);
    await page.locator(".timeline-line").first().click();
    expect(await page.locator(".event-more").textContent()).toContain("seen:");
  });

  test("25: a lost connection is said within 2 s, sending waits with a reason, and nothing is missing afterwards", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-12");
    await page.locator("[data-composer]").fill("Go on");
    await rig.kill();
    await page.locator(".connection.reconnecting").waitFor({ timeout: 3_000 });
    const send = page.getByRole("button", { name: "Send message" });
    expect(await send.isDisabled()).toBe(true);
    expect(await page.locator("#composer-fate").textContent()).toContain("the daemon does not answer");
    await rig.start();
    await rig.client().pause({ id: "app-12" });
    await page.locator(".connection.live").waitFor();
    await untilTrue(page, "document.querySelector('.session-rail').textContent.includes('paused')");
    expect(await send.isDisabled()).toBe(false);
  });

  test.for([
    ["/?q=parser&view=list", '[data-session="app-9"]'],
    ["/?open=done", '[data-column="done"] [data-session="app-1"]'],
    ["/?find=%3Etheme", '[role="option"]:has-text("Switch theme")'],
    ["/sessions/app-12/timeline?show=people", '[aria-pressed="true"]:text-is("people")'],
    ["/sessions/app-99", "h1:has-text('No session app-99')"],
    ["/no/such/page", "h1:has-text('There is no page')"],
  ] as const)("27: the address %s opens its state in a fresh browser", async ([address, sign]) => {
    const page = await open(await aFleetApi(), address);
    await page.locator(sign).first().waitFor();
  });

  test("12, 13: nothing is animated for ever, and nothing at all where less motion is wanted", async () => {
    const page = await open(await aFleetApi(), "/", { ...wide, reducedMotion: true });
    await page.locator(".card").first().waitFor();
    const longest = await page.evaluate(
      `Math.max(...[...document.querySelectorAll("*")].flatMap((e) => { const s = getComputedStyle(e); return [s.animationDuration, s.transitionDuration].join(",").split(",").map(parseFloat); }))`,
    );
    expect(longest).toBe(0);
    const endless = await page.evaluate(
      `[...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => /infinite/.test(r.cssText)).length`,
    );
    expect(endless).toBe(0);
  });

  test("14: no card moves under the pointer; what waits is counted, and applied when asked for", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator('[data-session="app-8"]').hover();
    await rig.client().answer({ id: "app-8", content: "French" });
    const marker = page.locator('[data-column="needs_you"] .updates.shown');
    await marker.waitFor();
    expect(await marker.textContent()).toBe("1 update");
    expect(await page.locator('[data-column="needs_you"] [data-session="app-8"]').count()).toBe(1);
    await marker.click();
    await page.locator('[data-column="needs_you"] [data-session="app-8"]').waitFor({ state: "detached" });
  });

  test.for([
    { path: "/sessions/app-7", look: { ...wide, theme: "dark" } },
    { path: "/sessions/app-7", look: { ...phone, theme: "light" } },
    { path: "/events", look: { ...wide, theme: "dark" } },
    { path: "/settings", look: { ...phone, theme: "light" } },
    { path: "/projects", look: { ...wide, theme: "light" } },
    { path: "/doctor", look: { ...phone, theme: "dark" } },
  ] as const)("4, 6: axe is content with $path at $look.width px, $look.theme", async ({ path, look }) => {
    const page = await open(await aFleetApi(), path, look);
    await page.locator("h1").first().waitFor();
    await page.locator(".loading").waitFor({ state: "detached" });
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
});
