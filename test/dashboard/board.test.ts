/** The board in a real browser: who needs me, in one sentence, answered in one click. */
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import { aFleet, aFleetApi, manySessions } from "../fixtures/a-fleet.ts";
import { fits, goTo, hasBrowser, phone, queryOf, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";

describe.runIf(hasBrowser)(`the board${why}`, () => {
  const open = useBrowser();

  test("8: every card has the sentence of the API, short enough to read", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/?open=done");
    const shown = `[...document.querySelectorAll("[data-session]")].map((card) => [
      card.closest("[data-column]").dataset.column, card.dataset.session, card.querySelector(".card-why").textContent].join(" | ")).sort()`;
    // Sentences may tell how long ago: both are looked at until they say the same.
    await soon(async () => {
      const statuses = await rig.client().listSessions({ all: true });
      const said = statuses.map(({ id, attention: { column, why: sentence } }) => `${column} | ${id} | ${sentence}`);
      return JSON.stringify(await page.evaluate(shown)) === JSON.stringify(said.toSorted()) && said.length;
    }).toBe(6);
    const statuses = await rig.client().listSessions({ all: true });
    expect(Math.max(...statuses.map(({ attention }) => attention.why.length))).toBeLessThanOrEqual(110);
  });

  test("15: a question with choices is answered from the board in one click, any other in two; its card leaves", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const card = (id: string) => page.locator(`[data-column="needs_you"] [data-session="${id}"]`);
    await card("app-7").getByRole("button", { name: "Redis" }).click();
    await card("app-7").getByText("Moved to Working.").waitFor();
    // It keeps its place under the pointer, so that a second click hits no other.
    await page.mouse.move(1, 1);
    await card("app-7").waitFor({ state: "detached" });
    await soon(() => rig.store.messages.ofSession(sessionId("app-7"), 1)[0]?.text).toBe("Redis");
    await card("app-8").getByRole("button", { name: "Answer" }).click();
    await untilTrue(page, "document.activeElement.hasAttribute('data-answer')");
    await page.keyboard.type("German first");
    await page.locator(".question-own").getByRole("button", { name: "Answer" }).click();
    await soon(() => rig.store.messages.ofSession(sessionId("app-8"), 1)[0]?.text).toBe("German first");
    await goTo(page, "/");
    await page.locator('[data-session="app-12"]').waitFor();
    await card("app-8").waitFor({ state: "detached" });
  });

  test("16: the board and a session have at most one primary button, and it is the first act of the API", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/?at=app-5");
    const { attention } = await rig.client().status({ id: "app-5" });
    const primary = page.locator(".button.primary");
    for (const path of ["/?at=app-5", "/sessions/app-5"]) {
      await goTo(page, path);
      await soon(() => primary.allTextContents()).toEqual([attention.act[0]?.label]);
      expect(await primary.getAttribute("data-verb")).not.toMatch(/stop|drop|cleanup/);
    }
  });

  test("28, 29: j, k and Enter move real focus; `?` lists exactly the keys; keys do nothing in a field, and can be switched off", async () => {
    const page = await open(await aFleetApi(), "/");
    const isAtCard = "document.activeElement.closest('[data-session]') !== null";
    await page.locator(".card").first().waitFor();
    await page.keyboard.press("j");
    await untilTrue(page, isAtCard);
    await page.keyboard.press("?");
    await page.locator(".key-row").first().waitFor();
    const rows = await page
      .locator(".key-row")
      .evaluateAll((found) => found.map((row) => row.getAttribute("data-keys")));
    expect(rows).toEqual(expect.arrayContaining(["j", "k", "Enter", "a", "/", "Mod+k", "g b", "n"]));
    expect(new Set(rows).size).toBe(rows.length);
    const labels = await page.locator(".key-row dd").allTextContents();
    expect(labels.filter((label) => /stop|delete|clean up/i.test(label))).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await untilTrue(page, "document.activeElement.matches('input')");
    await page.keyboard.type("jk?");
    await soon(() => queryOf(page, "q")).toBe("jk?");
    expect(await page.locator("dialog[open]").count()).toBe(0);

    await page.goto(new URL(page.url()).origin);
    await page.locator(".card").first().waitFor();
    await page.keyboard.press("?");
    await page.getByLabel("Single keys work outside of fields").uncheck();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("v");
    await page.keyboard.press("Control+k");
    await page.locator(".palette-input").waitFor();
    expect(queryOf(page, "view")).toBe(null);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByLabel("Single keys work outside of fields").check();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await untilTrue(page, isAtCard);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sessions/**");
  });

  test("31: of 200 sessions at most 120 cards are in the page, and what needs me never folds", async () => {
    const page = await open(await anApi({ facts: manySessions(200) }), "/");
    await page.locator(".card").first().waitFor();
    await soon(() => page.locator('[data-column="needs_you"] .column-count').textContent()).toBe("20");
    await soon(() => page.locator('[data-column="working"] .folded').textContent()).toBe("160 more, all healthy");
    expect(await page.locator(".card").count()).toBeLessThanOrEqual(120);
  });

  test("33: markup, control characters and endless words in titles and names are inert and break no layout", async () => {
    const title = `<img src=x onerror="window.hurt=1">\u202e\u0007مرحبا ${"w".repeat(500)}`;
    const rig = await aFleetApi({
      facts: (store) => {
        aFleet(store);
        const known = store.sessions.get(sessionId("app-7"));
        if (known === null) throw new Error("the fleet has no app-7");
        const branch = `agent/${"b".repeat(200)}-<b>x</b>`;
        store.sessions.save({ ...known, title, branch, lastWords: title }, { wants: null, dueMs: null });
      },
    });
    for (const look of [wide, phone]) {
      const page = await open(rig, "/", look);
      for (const [path, sign] of [
        ["/", '[data-session="app-7"]'],
        ["/sessions/app-7", "[data-why]"],
        ["/?find=img", ".palette-row"],
      ] as const) {
        await goTo(page, path);
        await page.locator(sign).first().waitFor();
        await untilTrue(page, `document.body.textContent.includes("onerror")`);
        await fits(page);
        expect(await page.evaluate("window.hurt ?? null"), path).toBe(null);
        expect(await page.locator('img[src="x"]').count(), path).toBe(0);
      }
    }
  });

  test("34: the tab and its icon carry the number that need me, and change with it", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const count = (await rig.client().listSessions({})).filter((one) => one.attention.column === "needs_you").length;
    const icon = `document.querySelector("link[rel=icon]").href`;
    await untilTrue(page, `document.title.startsWith("(${count}) ")`);
    const marked = await page.evaluate(icon);
    for (const { id, attention } of await rig.client().listSessions({}))
      if (attention.column === "needs_you") await rig.client().stopSession({ id });
    await untilTrue(page, `document.title.startsWith("Board")`);
    await soon(() => page.evaluate(icon)).not.toBe(marked);
  });
});
