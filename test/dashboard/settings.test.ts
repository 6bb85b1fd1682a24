/** Settings that write: what is shown is what is written, and nothing else in the file changes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { faultsOf, hasBrowser, phone, useBrowser, wide, why } from "../fixtures/browser.ts";

const WRITTEN = `# Ours.
projects:
  app:
    autonomy: fix # as agreed
orchestrator: { max_parallel_agents: 3 }
`;

async function aFile() {
  const file = join(aFolder(), "agent-orchestrator.yaml");
  writeFileSync(file, WRITTEN);
  const text = (): string => readFileSync(file, "utf8");
  const rig = await aFleetApi({ context: { configSource: () => ({ file, text: text(), env: {} }) } });
  return { rig, text };
}

describe.runIf(hasBrowser)(`settings${why}`, () => {
  const open = useBrowser();

  test("a setting shows the lines it writes, and writes them when it is saved", async () => {
    const { rig, text } = await aFile();
    const page = await open(rig, "/settings?q=autonomy");
    const row = page.locator('[data-setting="projects.app.autonomy"]');
    await row.waitFor();
    expect(await row.textContent()).toContain("line 4");
    await row.locator("select").selectOption("land");
    await page.locator('.yaml-lines [data-kind="added"]').waitFor();
    expect(await page.locator('.yaml-lines [data-kind="removed"] code').allTextContents()).toEqual([
      "    autonomy: fix # as agreed",
    ]);
    const added = await page.locator('.yaml-lines [data-kind="added"] code').allTextContents();
    expect(text()).toBe(WRITTEN);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".settings-save:empty").waitFor({ state: "attached" });
    expect(text()).toBe(WRITTEN.replace("    autonomy: fix # as agreed", added[0] ?? "?"));
    expect(await row.locator("select").inputValue()).toBe("land");
  });

  test("what is not written yet becomes a line, and what cannot be is refused in words", async () => {
    const { rig, text } = await aFile();
    const page = await open(rig, "/settings?q=approvals");
    await page.locator('[data-setting="policy.approvals"] input').fill("2");
    await page.locator('.yaml-lines [data-kind="added"] code:has-text("approvals: 2")').waitFor();
    await page.locator('[data-setting="policy.approvals"] input').fill("many");
    await page.locator('.yaml .problem:has-text("Nothing was written")').waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".notice.failed").waitFor();
    expect(text()).toBe(WRITTEN);
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.locator('[data-setting="policy.approvals"] input').inputValue()).toBe("");
  });

  test.for([
    { ...wide, theme: "light" },
    { ...phone, theme: "dark" },
  ] as const)("4, 6: axe is content with the form and a change in it at $width px, $theme", async (look) => {
    const { rig } = await aFile();
    const page = await open(rig, "/settings?q=autonomy", look);
    await page.locator('[data-setting="projects.app.autonomy"] select').selectOption("land");
    await page.locator('.yaml-lines [data-kind="added"]').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
});
