import { describe, expect, test } from "vitest";
import { aFleetApi, manySessions } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, noFaults, soon, untilTrue, useBrowser, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { anApiOnForge } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

/** Now and then, whatever is open. */
const READ_ANYWAY = ["/api/changes", "/api/sessions", "/api/projects", "/api/approvals"];

describe.runIf(hasBrowser)(`the palette${why}`, () => {
  const open = useBrowser();

  test("30: with 200 sessions it opens from what is loaded: nothing is asked of the daemon", async () => {
    const page = await open(await anApi({ facts: manySessions(200) }), "/");
    await page.locator(".card").first().waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.press("Control+k");
    await untilTrue(page, "document.activeElement.matches('.palette-input')");
    await page.keyboard.type("Task 77");
    await page.locator('.palette-row:has-text("Task 77")').waitFor();
    expect(asked.filter((path) => !READ_ANYWAY.includes(path))).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sessions/app-77");
  });

  test("30: what is not possible is listed with its reason, and leads to where that is cleared", async () => {
    const rules = aRules({ policy: { approvals: 1 } });
    const rig = await aFleetApi({ rules });
    const { attention } = await rig.client().status({ id: "app-5" });
    const land = attention.act.find(({ verb }) => verb === "land");
    expect(land?.enabled).toBe(false);
    const page = await open(rig, "/sessions/app-5?find=%3Eland");
    const row = page.locator('.palette-row:has-text("Land")').first();
    await row.waitFor();
    await soon(() => row.getAttribute("aria-disabled")).toBe("true");
    await soon(() => row.textContent()).toContain(land?.reason ?? "?");
    await noFaults(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sessions/app-5/changes");
  });

  test("30: each prefix narrows", async () => {
    const made = await anApiOnForge({
      rules: aRules({ autoAssign: false }),
      facts: (store) => manySessions(3)(store),
      context: { configSource: () => ({ file: "/app/agent-orchestrator.yaml", text: "", env: {} }) },
    });
    await made.rig.client().createIssue({ title: "Cache the token lookup" });
    await made.rig.client().pause({ id: "app-1" });
    const page = await open(made.rig, "/");
    for (const [prefix, groups, row] of [
      [">", ["Do", "Pages"], "Switch theme"],
      ["@", ["Agents"], "command: Task 1"],
      ["#", ["Issues"], "Cache the token lookup"],
      [":autonomy", ["Settings"], "autonomy"],
      ["!", ["Events"], "app"],
      ["?", ["Keys"], "light or dark"],
    ] as const) {
      await goTo(page, `/?find=${encodeURIComponent(prefix)}`);
      await page.locator(`.palette-row:has-text("${row}")`).first().waitFor();
      await soon(() => page.locator(".palette-group").allTextContents()).toEqual(groups);
    }
  });
});
