/** Changes that no live session works on stand on the board in a real browser, beside the sessions, on a real local forge. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import { runScript } from "../../src/plugins/local/testing/check-options.ts";
import { aChange } from "../../src/plugins/local/testing/deeds.ts";
import {
  fits,
  goTo,
  hasBrowser,
  inBothThemes,
  phone,
  queryOf,
  soon,
  untilTrue,
  useBrowser,
  why,
} from "../fixtures/browser.ts";
import { aSession } from "../fixtures/domain.ts";
import { anApiOnForge, type ForgeApi } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

/** Change 1 is nobody's; change 2 is of `shop-b`, which lives. */
async function twoChanges(): Promise<ForgeApi> {
  const command = runScript("process.exit(0)");
  const made = await anApiOnForge(
    {
      rules: aRules({ autoAssign: false, policy: { approvals: 1 } }),
      facts: (store) =>
        store.sessions.save(aSession({ id: sessionId("shop-b"), branch: "agent/b", title: "Sort the list" }), {
          wants: null,
          dueMs: null,
        }),
    },
    { checks: { settings: { commands: { test: { command, timeoutMs: 10_000 } } } } },
  );
  await made.repository.git("config", "user.name", "Maria");
  await aChange(made, { name: "a", files: { "a.txt": "1\n" } });
  await aChange(made, { name: "b", files: { "b.txt": "1\n" } });
  const isChecked = async () => (await made.rig.client().listChanges({})).map(({ code }) => code);
  await soon(isChecked).toEqual(["review-you", "review-you"]);
  return made;
}

const card = (page: Page, name: string, column = "needs_you") =>
  page.locator(`[data-column="${column}"] [data-change="app#${name}"]`);
const countOf = (page: Page, column: string) => page.locator(`[data-column="${column}"] .column-count`).textContent();

describe.runIf(hasBrowser)(`changes on the board${why}`, () => {
  const open = useBrowser();

  test("a change without a live session is a card with its sentence, its page and its act; it comes, moves and goes live", async () => {
    const made = await twoChanges();
    const client = made.rig.client();
    const page = await open(made.rig, "/");
    await card(page, "1").waitFor();
    expect(await page.locator("[data-change]").count()).toBe(1);
    expect(await card(page, "1").locator(".card-title").textContent()).toBe("Work on a");
    expect(await card(page, "1").locator(".card-id").textContent()).toBe("change #1");
    await soon(async () => {
      const [said] = await client.listChanges({});
      return (await card(page, "1").locator(".card-why").textContent()) === said?.why;
    }).toBe(true);
    await soon(() => countOf(page, "needs_you")).toBe("2");
    await untilTrue(page, `document.title.startsWith("(2) ")`);

    await client.stopSession({ id: "shop-b" });
    await card(page, "2").waitFor();
    await page.locator('[data-column="needs_you"] [data-session="shop-b"]').waitFor({ state: "detached" });
    await soon(() => countOf(page, "needs_you")).toBe("2");

    await card(page, "1").getByRole("button", { name: "Review change" }).click();
    await page.waitForURL("**/changes/app%231?project=app");
    await page.getByRole("button", { name: "Approve change" }).click();
    await soon(async () => (await client.change({ id: "1" })).code).toBe("ready-to-land");
    await goTo(page, "/");
    await card(page, "1").getByRole("button", { name: "Land change" }).click();
    await soon(() => page.locator(".button.primary").allTextContents()).toEqual(["Land change"]);
    await goTo(page, "/");
    await card(page, "1").waitFor();
    // Under the pointer nothing moves.
    await page.mouse.move(1, 1);
    await client.landChange({ id: "1" });
    await soon(() => page.locator('[data-change="app#1"]').count()).toBe(0);
    await soon(async () => (await client.change({ id: "1" })).state).toBe("landed");
    await client.revertChange({ id: "1" });
    await page.locator('[data-change="app#3"] .card-title:has-text("Revert")').waitFor();
  });

  test("keys, filter, list and phone take it as they take a session", async () => {
    const { rig } = await twoChanges();
    const page = await open(rig, "/");
    await card(page, "1").waitFor();
    const isAt = (what: string): Promise<void> => untilTrue(page, `document.activeElement.closest('${what}') !== null`);
    await page.keyboard.press("1");
    await isAt('[data-session="shop-b"]');
    await page.keyboard.press("j");
    await isAt('[data-change="app#1"]');
    await page.keyboard.press("Enter");
    await page.waitForURL("**/changes/app%231?project=app");
    await goTo(page, "/");
    await page.keyboard.press("n");
    await page.waitForURL((url) => url.pathname !== "/");

    for (const [text, shown] of [
      ["%231", ["app#1"]],
      ["work", ["app#1"]],
      ["agent:codex", []],
    ] as const) {
      await goTo(page, `/?q=${text}`);
      await soon(() =>
        page.locator("[data-change]").evaluateAll((all) => all.map((one) => one.dataset["change"])),
      ).toEqual(shown);
    }
    expect(queryOf(page, "q")).toBe("agent:codex");
    await goTo(page, "/?view=list");
    const row = page.locator('.rows [data-change="app#1"]');
    await soon(() => row.locator(".row-id").textContent()).toBe("#1");
    expect(await row.getAttribute("href")).toBe("/changes/app%231?project=app");

    const small = await open(rig, "/", phone);
    await card(small, "1").waitFor();
    await fits(small);
    await inBothThemes(small);
  });
});
