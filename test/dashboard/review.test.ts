/** Issues, the diff and landing in a real browser, on a real local forge. */
import { describe, expect, test } from "vitest";
import { commitSha, sessionId } from "../../src/domain/model/ids.ts";
import { runScript } from "../../src/plugins/local/testing/check-options.ts";
import { aChange, publishChange } from "../../src/plugins/local/testing/deeds.ts";
import {
  fits,
  goTo,
  hasBrowser,
  inBothThemes,
  noFaults,
  phone,
  soon,
  untilTrue,
  useBrowser,
  wide,
  why,
} from "../fixtures/browser.ts";
import { aSession } from "../fixtures/domain.ts";
import { anApiOnForge, type ForgeApi } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const files = { "src/a.ts": "export const a = 1; // one\nexport const b = 2;\n", "docs/b.md": "# B\n" };

async function aReview(): Promise<ForgeApi> {
  const command = runScript("process.exit(0)");
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
      await untilTrue(page, "document.activeElement.matches('textarea')");
      await page.keyboard.type(text);
      await page.keyboard.press("Control+Enter");
      await page.locator(`.remarks.draft .message-text:text-is("${text}")`).waitFor();
    }
    await page.reload();
    await page.locator(".remarks.draft").nth(2).waitFor();
    await soon(() => page.locator(".review-fate").textContent()).toContain("3 comments");
    await soon(() => page.locator(".button.primary").allTextContents()).toEqual(["Request changes"]);
    await page.getByRole("button", { name: "Request changes" }).click();
    await page.locator(".remarks.draft").first().waitFor({ state: "detached" });
    await soon(async () => (await rig.client().change({ id: "1" })).reviews.length).toBe(1);
    const { threads } = await rig.client().change({ id: "1" });
    expect(threads.map(({ path, line }) => `${path}:${line}`).toSorted()).toEqual([
      "docs/b.md:1",
      "src/a.ts:1",
      "src/a.ts:2",
    ]);
  });

  test("19, 20: the open page follows the change: the agent's answer at once, what else comes when it is asked for", async () => {
    const made = await aReview();
    const { rig } = made;
    const page = await open(rig, "/sessions/shop-a/changes");
    await page.locator(".diff-line").first().waitFor();
    const push = async (line: string): Promise<string> => {
      const { head } = await rig.client().change({ id: "1" });
      const next = { files: { ...files, "docs/b.md": `# B\n\n${line}\n` }, parents: [commitSha(head)] };
      return (await publishChange(made, { head: await made.repository.commit(next) })).head.commit;
    };
    const shows = (line: string) => page.locator(`.diff-line:has-text("${line}")`);
    const approve = page.getByRole("button", { name: "Approve change" });
    await page.getByLabel("Overall").fill("Say more.");
    await page.getByRole("button", { name: "Request changes" }).click();
    await page.locator('.notice:has-text("on its way")').waitFor();
    await push("The answer.");
    await shows("The answer.").waitFor();
    expect(await page.locator(".newer-head").count()).toBe(0);

    const head = await push("An afterthought.");
    await soon(() => page.locator(".newer-head").textContent()).toContain(head.slice(0, 7));
    expect(await shows("An afterthought.").count()).toBe(0);
    await soon(() => approve.isDisabled()).toBe(true);
    await soon(() => page.locator(".review-fate").textContent()).toBe("A newer version was pushed. Show it first.");
    await page.getByRole("button", { name: "Show it" }).click();
    await shows("An afterthought.").waitFor();
    await approve.click();
    await page.locator('.notice:has-text("Approved.")').waitFor();
    const { reviews } = await rig.client().change({ id: "1" });
    expect(reviews.map(({ kind, current }) => `${kind} ${current}`)).toEqual([
      "changes_requested false",
      "approved true",
    ]);
    await rig.client().replyThread({ id: "1", thread: "1", resolve: true });
    await page.getByRole("button", { name: "Land change" }).click();
    await page.locator(".review-bar:has-text('has landed')").waitFor();
  });

  test("17: landing is refused with the reason in words, until it is approved", async () => {
    const { rig } = await aReview();
    const page = await open(rig, "/changes/1?project=app");
    const land = page.getByRole("button", { name: "Land change" });
    await soon(() => land.isDisabled()).toBe(true);
    await soon(() => page.locator(".review-fate").textContent()).toContain("Not landing: ");
    const fate = (await page.locator(".review-fate").textContent()) ?? "";
    const described = await land.getAttribute("aria-describedby");
    expect(fate).toBe(`Not landing: ${await page.locator(`[id="${described}"]`).textContent()}`);
    await page.getByRole("button", { name: "Approve change" }).click();
    await untilTrue(page, "document.querySelector('.review-bar .primary')?.textContent === 'Land change'");
    await land.click();
    await page.locator(".review-bar:has-text('queue'), .review-bar:has-text('has landed')").waitFor();
  });

  test("21: since I last looked are only the files that changed since; what was viewed stays so until it changes", async () => {
    const made = await aReview();
    const page = await open(made.rig, "/changes/1?project=app");
    for (const path of ["src/a.ts", "docs/b.md"]) {
      await page.locator(`[data-file="${path}"] input`).check();
      await page.locator(`[data-file="${path}"] [aria-expanded="false"]`).waitFor();
    }
    await page.reload();
    await page.locator('[data-file="src/a.ts"] [aria-expanded="false"]').waitFor();
    const { head } = await made.rig.client().change({ id: "1" });
    const next = { files: { ...files, "docs/b.md": "# B\n\nMore.\n" }, parents: [commitSha(head)] };
    await publishChange(made, { head: await made.repository.commit(next) });
    await page.goto(`${made.rig.url}/landing`);
    await page.goto(`${made.rig.url}/changes/1?project=app`);
    await page.getByRole("button", { name: "since I last looked" }).waitFor();
    await page.locator('[data-file="docs/b.md"] [aria-expanded="true"]').waitFor();
    await page.locator('[data-file="src/a.ts"] [aria-expanded="false"]').waitFor();
    await page.getByRole("button", { name: "since I last looked" }).click();
    await page.locator('[data-file="src/a.ts"]').waitFor({ state: "detached" });
    await soon(() =>
      page.locator(".diff-file").evaluateAll((all) => all.map((one) => one.getAttribute("data-file"))),
    ).toEqual(["docs/b.md"]);
  });

  test("an issue is opened with the keyboard, and made more urgent", async () => {
    const { rig } = await anApiOnForge({ rules: aRules({ autoAssign: false }) });
    const page = await open(rig, "/issues");
    await page.locator(".state-part").waitFor();
    await page.keyboard.press("c");
    await untilTrue(page, "document.activeElement.matches('dialog input')");
    await page.keyboard.type("Cache the token lookup");
    // Opening it may start an agent: Enter alone leads on to the text.
    await page.keyboard.press("Enter");
    await untilTrue(page, "document.activeElement.matches('dialog textarea')");
    await page.keyboard.press("Control+Enter");
    await page.locator('.issue-title:has-text("Cache the token lookup")').waitFor();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await untilTrue(page, "document.activeElement.closest('[data-issue]') !== null");
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator('.group-head:has-text("Priority 2")').waitFor();
    await noFaults(page);
  });

  test("4, 6: axe is content with a change and the queue at both widths, light and dark", async () => {
    const { rig } = await aReview();
    for (const look of [wide, phone]) {
      const page = await open(rig, "/", look);
      for (const [path, sign] of [
        ["/changes/1?project=app", ".diff-line"],
        ["/landing", ".queue-row"],
      ] as const) {
        await goTo(page, path);
        await page.locator(sign).first().waitFor();
        await fits(page);
        await inBothThemes(page);
      }
    }
  });
});
