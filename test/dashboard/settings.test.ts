/** Settings that write: what is shown is what is written, and nothing else in the file changes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { fits, hasBrowser, noFaults, phone, soon, useBrowser, wide, why } from "../fixtures/browser.ts";

const WRITTEN = `# Ours.
projects:
  app:
    autonomy: fix # as agreed
    agent: command
orchestrator: { max_parallel_agents: 3 }
defaults:
  runtime: process
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
    await soon(() => row.textContent()).toContain("line 4");
    await row.locator("select").selectOption("land");
    await page.locator('.yaml-lines [data-kind="added"]').waitFor();
    await soon(() => page.locator('.yaml-lines [data-kind="removed"] code').allTextContents()).toEqual([
      "    autonomy: fix # as agreed",
    ]);
    const added = await page.locator('.yaml-lines [data-kind="added"] code').allTextContents();
    expect(text()).toBe(WRITTEN);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".settings-save:empty").waitFor({ state: "attached" });
    await soon(text).toBe(WRITTEN.replace("    autonomy: fix # as agreed", added[0] ?? "?"));
    await soon(() => row.locator("select").inputValue()).toBe("land");
  });

  test("what is not set for a project alone shows what it inherits, and from where", async () => {
    const { rig } = await aFile();
    const page = await open(rig, "/settings?q=projects.app.runtime");
    const row = page.locator('[data-setting="projects.app.runtime"]');
    await soon(() => row.textContent()).toContain("from defaults.runtime, line 8");
    await soon(() => row.locator(".field").getAttribute("placeholder")).toBe("process");
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
    await soon(() => page.locator('[data-setting="policy.approvals"] input').inputValue()).toBe("");
  });

  test("what is written can be taken out again: its line goes, and nothing else", async () => {
    const { rig, text } = await aFile();
    const page = await open(rig, "/settings?q=autonomy");
    const row = page.locator('[data-setting="projects.app.autonomy"]');
    await row.getByRole("button", { name: "Unset" }).click();
    await soon(() => row.textContent()).toContain("taken out");
    await soon(() => page.locator('.yaml-lines [data-kind="removed"] code').allTextContents()).toEqual([
      "    autonomy: fix # as agreed",
    ]);
    await row.getByRole("button", { name: "Keep" }).click();
    await soon(() => row.locator("select").inputValue()).toBe("fix");
    await row.getByRole("button", { name: "Unset" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await soon(text).toBe(WRITTEN.replace("    autonomy: fix # as agreed\n", ""));
  });

  test.for([
    { ...wide, theme: "light" },
    { ...phone, theme: "dark" },
  ] as const)("4, 6: axe is content with the form and a change in it at $width px, $theme", async (look) => {
    const { rig } = await aFile();
    const page = await open(rig, "/settings?q=autonomy", look);
    await page.locator('[data-setting="projects.app.autonomy"] select').selectOption("land");
    await page.locator('.yaml-lines [data-kind="added"]').waitFor();
    await noFaults(page);
    await fits(page);
  });
});
