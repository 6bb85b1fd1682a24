/** A project in which nothing checks what lands, in a real browser: it is said, with the command, and nothing is green. */
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import { aChange } from "../../src/plugins/local/testing/deeds.ts";
import { fits, goTo, hasBrowser, inBothThemes, phone, soon, useBrowser, why } from "../fixtures/browser.ts";
import { aSession } from "../fixtures/domain.ts";
import { anApiOnForge } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const command = 'ao config set projects.app.checks.test "npm test"';

describe.runIf(hasBrowser)(`a project without checks${why}`, () => {
  const open = useBrowser();

  test("says so on its tile, on its session's rail and card, and beside the queue; no mark there is green", async () => {
    const made = await anApiOnForge({
      rules: aRules({ autoAssign: false, checks: [], policy: { approvals: 0 } }),
      facts: (store) =>
        store.sessions.save(aSession({ id: sessionId("shop-a"), branch: "agent/a" }), { wants: null, dueMs: null }),
    });
    await made.repository.git("config", "user.name", "Maria");
    await aChange(made, { name: "a", files: { "a.txt": "1\n" } });
    const page = await open(made.rig, "/projects");
    const base = page.locator('.tile [data-base="unchecked"]');
    await soon(() => base.textContent()).toContain("main is not checked");
    expect(await base.locator(".glyph").getAttribute("class")).toContain("unchecked");
    await soon(() => page.locator(".tile .add-check").textContent()).toContain("No checks configured");
    expect(await page.locator(".tile .add-check code").textContent()).toBe(command);
    await inBothThemes(page);

    await goTo(page, "/sessions/shop-a");
    const rail = page.locator(".session-rail");
    await soon(() => rail.locator(".facts .add-check code").textContent()).toBe(command);
    const fact = rail.locator('.why-facts li:has-text("no checks configured")');
    await soon(() => fact.locator('[role="img"]').getAttribute("aria-label")).toBe("note");
    expect(await rail.textContent()).not.toMatch(/0\/0|green/i);
    await goTo(page, "/sessions/shop-a/checks");
    await soon(() => page.locator(".state-part code").textContent()).toBe(command);

    await goTo(page, "/");
    await soon(() => page.locator('[data-session="shop-a"] .card-why').textContent()).toBe(
      "No checks configured (ao config-help checks). Ready for you to land (autonomy is `fix`).",
    );
    await goTo(page, "/landing");
    await soon(() => page.locator(".page-title").textContent()).toContain("main is not checked");
    expect(await page.locator(".page-title .glyph.done").count()).toBe(0);

    const small = await open(made.rig, "/projects", phone);
    await small.locator(".add-check").waitFor();
    await fits(small);
    await inBothThemes(small);
  });
});
