/** A long diff: found in, folded, side by side. How quick it is, is measured in bench/diff.ts. */
import { describe, expect, test } from "vitest";
import { aChange } from "../../src/plugins/local/testing/deeds.ts";
import { hasBrowser, noFaults, queryOf, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { anApiOnForge, type ForgeApi } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const long = Array.from({ length: 1_500 }, (_, n) => `export const n${n} = ${n};`);
const files = {
  "src/long.ts": [...long.slice(0, 1_400), "export const needle = 1;", ...long.slice(1_400), ""].join("\n"),
  "src/short.ts": "export const a = 1;\nexport const Needle = 2;\n",
};

async function aLongDiff(): Promise<ForgeApi> {
  const made = await anApiOnForge({ rules: aRules({ autoAssign: false }) });
  await made.repository.git("config", "user.name", "Maria");
  await aChange(made, { files });
  return made;
}

describe.runIf(hasBrowser)(`a long diff${why}`, () => {
  const open = useBrowser();

  test("find looks into folded files too, opens them, and goes from one place to the next", async () => {
    const { rig } = await aLongDiff();
    const page = await open(rig, "/changes/1?project=app");
    await page.locator('[data-file="src/long.ts"] [aria-expanded="false"]').waitFor();
    expect(await page.locator(".diff-line").count()).toBeLessThan(150);
    await page.keyboard.press("Control+f");
    await untilTrue(page, "document.activeElement.matches('.find-bar input')");
    await page.keyboard.type("needle");
    await page.locator('.find-count:text-is("0 of 2")').waitFor();
    await page.keyboard.press("Enter");
    await page.locator('.diff-line.at mark:text-is("needle")').waitFor();
    await soon(() => queryOf(page, "line")).toBe("1401");
    await page.keyboard.press("Enter");
    await page.locator('.diff-line.at mark:text-is("Needle")').waitFor();
    await soon(() => queryOf(page, "file")).toBe("src/short.ts");
    await noFaults(page);
    await page.keyboard.press("Escape");
    await page.locator(".find-bar").waitFor({ state: "detached" });
  });

  test("side by side, what went stands beside what came, and the new line takes the comment", async () => {
    const { rig } = await aLongDiff();
    const page = await open(rig, "/changes/1?project=app&file=src%2Fshort.ts", { ...wide, theme: "dark" });
    await page.locator(".diff-line").first().waitFor();
    await page.locator("body").press("s");
    await page.locator(".diff-pair").first().waitFor();
    await soon(() => queryOf(page, "split")).toBe("on");
    await soon(() => page.locator(".diff-pair .diff-half.added").count()).toBeGreaterThan(1);
    await soon(() => page.locator(".diff-pair .diff-half.nothing").count()).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Comment on line 2" }).last().click();
    await untilTrue(page, "document.activeElement.matches('textarea')");
    await page.keyboard.type("Why?");
    await page.keyboard.press("Control+Enter");
    await page.locator(".remarks.draft").waitFor();
    await noFaults(page);
  });
});
