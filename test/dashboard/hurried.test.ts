/** Hurried hands and a page that outlives its daemon: nothing is done that nobody meant, and nothing goes blank. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import type { Store } from "../../src/store/open.ts";
import { aFleet, aFleetApi, asks, ofIssue } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, phone, soon, useBrowser, why } from "../fixtures/browser.ts";
import type { ApiRig } from "../fixtures/daemon-api.ts";
import { aSession } from "../fixtures/domain.ts";

/** Three that ask the same, one below the other. */
function askers(store: Store): void {
  for (const n of [31, 32, 33])
    store.sessions.save(
      aSession({
        ...{ id: sessionId(`app-${n}`), title: `Task ${n}`, branch: `agent/${n}`, role: ofIssue(n) },
        ...asks(["Redis", "In memory"]),
      }),
      { wants: null, dueMs: null },
    );
}

const answers = (rig: ApiRig): readonly string[] =>
  [31, 32, 33].flatMap((n) => rig.store.messages.ofSession(sessionId(`app-${n}`), 5).map(() => `app-${n}`));

describe.runIf(hasBrowser)(`hurried hands${why}`, () => {
  const open = useBrowser();

  const card = (id: string): string => `[data-column="needs_you"] [data-session="${id}"]`;

  /** The cards from top to bottom, and the middle of the first one's first choice. */
  async function threeCards(page: Page) {
    const button = page.locator('[data-column="needs_you"] .choice').first();
    const box = await button.boundingBox();
    if (box === null) throw new Error("there is no button");
    const cards = page.locator('[data-column="needs_you"] [data-session]');
    const [first = "", next = "", last = ""] = await cards.evaluateAll((all) =>
      all.map((one) => one.getAttribute("data-session") ?? ""),
    );
    return { first, next, last, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  test("a card that was answered keeps its place under the pointer: a second click answers no other agent", async () => {
    const rig = await aFleetApi({ facts: askers });
    const page = await open(rig, "/");
    const { first, next, x, y } = await threeCards(page);
    await page.mouse.click(x, y);
    await page.locator(`${card(first)}:has-text("Moved to Working.")`).waitFor();
    await page.mouse.click(x, y);
    await page.mouse.click(x, y);
    await soon(() => answers(rig)).toEqual([first]);
    expect(new URL(page.url()).pathname).toBe("/");
    await page.mouse.move(1, 1);
    await page.locator(card(first)).waitFor({ state: "detached" });
    await page
      .locator(`${card(next)} .choice`)
      .first()
      .click();
    await soon(() => answers(rig)).toEqual([first, next].toSorted());
  });

  test("a second tap hits nothing that has just come under the finger", async () => {
    const rig = await aFleetApi({ facts: askers });
    const page = await open(rig, "/", phone);
    const { first, next, last, x, y } = await threeCards(page);
    // The second one comes in the page itself, in the moment in which the next card has come up.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('${card(first)}') !== null) return;
      observer.disconnect();
      const hit = document.elementFromPoint(${x}, ${y});
      window.hit = hit.closest("[data-session]").dataset.session + " " + hit.textContent;
      hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: ${x}, clientY: ${y} }));
    }).observe(document.body, { subtree: true, childList: true })`);
    await page.touchscreen.tap(x, y);
    await soon(() => page.evaluate("window.hit ?? null")).toBe(`${next} Redis`);
    await page
      .locator(`${card(last)} .choice`)
      .first()
      .tap();
    await soon(() => answers(rig)).toEqual([first, last].toSorted());
  });

  test("what is typed at a terminal that is only watched does nothing to the page", async () => {
    const page = await open(await aFleetApi({ facts: aFleet }), "/sessions/app-12/terminal");
    await page.locator("[data-terminal]").waitFor();
    await page.keyboard.type("echo can you, 1 ? ");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/sessions/app-12/terminal");
    await soon(() => page.locator(".key-bar .key-hint").allTextContents()).toEqual([
      expect.stringContaining("palette"),
      " all keys",
    ]);
    await page.keyboard.press("Control+k");
    await page.locator(".palette-input").waitFor();
  });

  test("a part of the page that cannot be loaded says so in its place, and the page is loaded again once", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-12");
    await page.locator("[data-composer]").fill("Use the cache");
    const asked: string[] = [];
    await page.route(
      (url) => /terminal-tab|settings-page|fleet-page/.test(url.pathname),
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ status: 404 });
      },
    );
    // What was loaded ahead before is not there any more.
    await page.reload();
    await page.locator("[data-composer]").waitFor();
    await page.evaluate("window.isFirst = true");
    await page.getByRole("link", { name: "Terminal" }).click();
    // Loaded again by itself: an upgrade would have the file now. This one has not, and the rest of the page stays.
    await soon(() => page.evaluate("window.isFirst ?? false")).toBe(false);
    await page.locator('[role="alert"]:has-text("This part of the page could not be loaded.")').waitFor();
    await page.locator(".session-head").waitFor();
    await page.evaluate("window.isFirst = true");
    await goTo(page, "/settings");
    await page.locator('main [role="alert"] .button:has-text("Reload")').waitFor();
    await page.locator(".page-link").first().waitFor();
    await goTo(page, "/sessions/app-12");
    await soon(() => page.locator("[data-composer]").inputValue()).toBe("Use the cache");
    expect(await page.evaluate("window.isFirst")).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
  });

  test("while the daemon is down every page can be opened: its parts were loaded before", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const loaded = `performance.getEntriesByType("resource").filter(({ name }) => /(settings-page|fleet-page|terminal-tab|changes-tab)/.test(name)).length`;
    await soon(() => page.evaluate(loaded)).toBeGreaterThanOrEqual(4);
    await rig.kill();
    await page.locator(".connection:not(.live)").waitFor();
    await goTo(page, "/settings");
    await page.locator('main h1:has-text("Settings")').waitFor();
    await goTo(page, "/fleet");
    await page.locator('main h1:has-text("Fleet")').waitFor();
  });
});
