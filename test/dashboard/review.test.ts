/** Issues, the diff and landing in a real browser, on a real local forge. */
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/ids.ts";
import { script } from "../../src/plugins/local/testing/check-options.ts";
import { aChange } from "../../src/plugins/local/testing/deeds.ts";
import { faultsOf, hasBrowser, phone, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { aSession } from "../fixtures/domain.ts";
import { anApiOnForge, type ForgeApi } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const files = { "src/a.ts": "export const a = 1; // one\nexport const b = 2;\n", "docs/b.md": "# B\n" };

async function aReview(): Promise<ForgeApi> {
  const command = script("process.exit(0)");
  const made = await anApiOnForge(
    {
      rules: aRules({ autoAssign: false, policy: { approvals: 1, requiredChecks: ["test"] } }),
      facts: (store) =>
        store.sessions.save(aSession({ id: sessionId("shop-a"), branch: "agent/a" }), { wants: null, dueMs: null }),
    },
    { checks: { settings: { commands: { test: { command, timeoutMs: 10_000 } } } } } as never,
  );
  await made.repository.git("config", "user.name", "Maria");
  await aChange(made, { files });
  return made;
}

describe.runIf(hasBrowser)(`issues, review and landing${why}`, () => {
  const open = useBrowser();

  test("19, 20: comments on two files are kept as drafts, and go out as one review", async () => {
    const { rig } = await aReview();
    const page = await open(rig, "/changes/1?project=app");
    for (const [path, line, text] of [
      ["src/a.ts", 1, "Why one?"],
      ["src/a.ts", 2, "Why two?"],
      ["docs/b.md", 1, "Say more."],
    ] as const) {
      await page.goto(`${rig.url}/changes/1?project=app&file=${encodeURIComponent(path)}&line=${line}`);
      await page.locator(".diff-line.at").waitFor();
      await page.keyboard.press("c");
      await page.keyboard.type(text);
      await page.keyboard.press("Control+Enter");
    }
    await page.reload();
    await page.locator(".remarks.draft").nth(2).waitFor();
    expect(await page.locator(".review-fate").textContent()).toContain("3 comments");
    expect(await page.locator(".button.primary").allTextContents()).toEqual(["Request changes"]);
    await page.getByRole("button", { name: "Request changes" }).click();
    await page.locator(".remarks.draft").first().waitFor({ state: "detached" });
    const { reviews, threads } = await rig.client().change({ id: "1" });
    expect(reviews.length).toBe(1);
    expect(threads.map(({ path, line }) => `${path}:${line}`).toSorted()).toEqual([
      "docs/b.md:1",
      "src/a.ts:1",
      "src/a.ts:2",
    ]);
  });

  test("17: landing is refused with the reason in words, until it is approved", async () => {
    const { rig } = await aReview();
    const page = await open(rig, "/changes/1?project=app");
    const land = page.getByRole("button", { name: "Land change" });
    await land.waitFor();
    expect(await land.isDisabled()).toBe(true);
    expect(await page.locator(".review-fate").textContent()).toContain("Not landing: ");
    await page.getByRole("button", { name: "Approve change" }).click();
    await untilTrue(page, "document.querySelector('.review-bar .primary')?.textContent === 'Land change'");
    await land.click();
    await page.locator(".review-bar:has-text('queue'), .review-bar:has-text('has landed')").waitFor();
  });

  test("21: a file that was looked at stays folded, until it changes", async () => {
    const { rig } = await aReview();
    const page = await open(rig, "/changes/1?project=app");
    await page.locator('[data-file="src/a.ts"] input').check();
    await page.reload();
    await page.locator('[data-file="src/a.ts"] [aria-expanded="false"]').waitFor();
    expect(await page.locator('[data-file="docs/b.md"] [aria-expanded="true"]').count()).toBe(1);
  });

  test("an issue is opened with the keyboard, and made more urgent", async () => {
    const { rig } = await anApiOnForge({ rules: aRules({ autoAssign: false }) });
    const page = await open(rig, "/issues");
    await page.locator(".state-part").waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("Cache the token lookup");
    await page.keyboard.press("Enter");
    await page.locator('.issue-title:has-text("Cache the token lookup")').waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator('.group-head:has-text("Priority 2")').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test.for([
    { path: "/changes/1?project=app", look: { ...wide, theme: "dark" }, sign: ".diff-line" },
    { path: "/changes/1?project=app", look: { ...phone, theme: "light" }, sign: ".diff-line" },
    { path: "/landing", look: { ...phone, theme: "dark" }, sign: ".queue-row" },
  ] as const)("4, 6: axe is content with $path at $look.width px, $look.theme", async ({ path, look, sign }) => {
    const { rig } = await aReview();
    const page = await open(rig, path, look);
    await page.locator(sign).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
});
