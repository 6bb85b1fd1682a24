/** The board in a real browser: who needs me, in one sentence, answered in one click. */
import { describe, expect, test } from "vitest";
import { aFleet, aFleetApi, manySessions } from "../fixtures/a-fleet.ts";
import { faultsOf, hasBrowser, phone, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";

describe.runIf(hasBrowser)(`the board${why}`, () => {
  const open = useBrowser();

  test("8: every card has the sentence of the API, short enough to read", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/?open=done");
    const statuses = await rig.client().listSessions({ all: true });
    for (const { id, attention } of statuses) {
      const sentence = await page.locator(`[data-session="${id}"] .card-why`).textContent();
      expect(sentence).toBe(attention.why);
      expect(attention.why.length).toBeLessThanOrEqual(110);
      expect(await page.locator(`[data-column="${attention.column}"] [data-session="${id}"]`).count()).toBe(1);
    }
  });

  test("15: a question with choices is answered from the board in one click, and its card leaves", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator('[data-session="app-7"]').getByRole("button", { name: "Redis" }).click();
    await page.locator('[data-column="needs_you"] [data-session="app-7"]').waitFor({ state: "detached" });
    expect(rig.store.messages.ofSession("app-7" as never, 1)[0]?.text).toBe("Redis");
  });

  test("16: the board has at most one primary button, and it is the first act of the API", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/?at=app-5");
    const primary = page.locator(".button.primary");
    expect(await primary.count()).toBe(1);
    const { attention } = await rig.client().status({ id: "app-5" });
    expect(await primary.textContent()).toBe(attention.act[0]?.label);
  });

  test("28, 29: j, k and Enter move real focus; `?` lists exactly the keys; keys do nothing in a field", async () => {
    const page = await open(await aFleetApi(), "/");
    await page.keyboard.press("j");
    await untilTrue(page, "document.activeElement.closest('[data-session]') !== null");
    await page.keyboard.press("?");
    const rows = await page
      .locator(".key-row")
      .evaluateAll((found) => found.map((row) => row.getAttribute("data-keys")));
    expect(rows).toEqual(expect.arrayContaining(["j", "k", "Enter", "a", "/", "Mod+k", "g b", "n"]));
    expect(new Set(rows).size).toBe(rows.length);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("jk?");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("q")).toBe("jk?");
    await page.keyboard.press("Escape");
    await page.goto(`${new URL(page.url()).origin}/`);
    await page.locator(".card").first().waitFor();
    await page.keyboard.press("j");
    await untilTrue(page, "document.activeElement.closest('[data-session]') !== null");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sessions/**");
  });

  test("31: of 200 sessions at most 120 cards are in the page, and what needs me never folds", async () => {
    const page = await open(await anApi({ facts: manySessions(200) }), "/");
    await page.locator(".card").first().waitFor();
    expect(await page.locator(".card").count()).toBeLessThanOrEqual(120);
    expect(await page.locator('[data-column="needs_you"] .column-count').textContent()).toBe("20");
    expect(await page.locator('[data-column="working"] .folded').textContent()).toBe("160 more, all healthy");
  });

  test("33: markup, control characters and endless words in a title are inert and break no layout", async () => {
    const title = `<img src=x onerror="window.hurt=1">\u202e\u0007${"w".repeat(500)}`;
    const rig = await aFleetApi({
      facts: (store) => {
        aFleet(store);
        const known = store.sessions.get("app-7" as never);
        if (known !== null) store.sessions.save({ ...known, title }, { wants: null, dueMs: null });
      },
    });
    for (const look of [wide, phone]) {
      const page = await open(rig, "/", look);
      await page.locator('[data-session="app-7"]').waitFor();
      expect(await page.evaluate("window.hurt")).toBeUndefined();
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    }
  });

  test("34: the tab carries the number that need me", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const count = (await rig.client().listSessions({})).filter((one) => one.attention.column === "needs_you").length;
    await untilTrue(page, `document.title.startsWith("(${count}) ")`);
  });

  test.for([
    { ...wide, theme: "light" },
    { ...wide, theme: "dark" },
    { ...phone, theme: "light" },
    { ...phone, theme: "dark" },
  ] as const)("4, 5, 6: axe is content with the board at $width px, $theme; no text is tiny", async (look) => {
    const page = await open(await aFleetApi(), "/", look);
    await page.locator(".card").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const smallest = await page.evaluate(
      `Math.min(...[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.textContent.trim() !== "").map((e) => parseFloat(getComputedStyle(e).fontSize)))`,
    );
    expect(smallest).toBeGreaterThanOrEqual(12);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
});
