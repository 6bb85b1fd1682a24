/** What people without write access have written is read by a person before any agent gets to see it. */
import { describe, expect, test } from "vitest";
import { issueId } from "../../src/domain/model/ids.ts";
import { fits, hasBrowser, noFaults, phone, soon, useBrowser, wide, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { anIssue, stranger } from "../fixtures/domain.ts";
import { app } from "../fixtures/rules.ts";

const hostile = "with a form\n<img src=x onerror=\"document.title = 'theirs'\">";
const theirs = anIssue({ id: issueId("app#7"), project: app, author: stranger, title: "Add a page", text: hostile });

describe.runIf(hasBrowser)(`strangers${why}`, () => {
  const open = useBrowser();

  test.for([wide, phone])(
    "a stranger's text is counted, shown as it is, and let through by one press",
    async (look) => {
      const rig = await anApi({
        facts: (store) => store.issues.save(theirs),
        plugins: (plugins) => plugins.on("tracker.since", () => ({ value: { issues: [theirs], cursor: "1" } })),
      });
      const page = await open(rig, "/", look);
      const link = page.locator(look === phone ? ".bottom-link" : ".page-link", { hasText: "Issues" });
      await soon(() => link.locator(".count").textContent()).toBe("1");
      await link.click();
      const waiting = page.locator("[data-approval]");
      await waiting.locator("summary").click();
      await soon(() => waiting.locator(".message-text").textContent()).toBe(`Add a page\n\n${hostile}`);
      expect(await page.title()).not.toContain("theirs");
      await noFaults(page);
      await fits(page);
      expect(rig.store.issues.get(theirs.id)?.approvedTexts).toEqual([]);
      await waiting.getByRole("button", { name: "Let this text through" }).click();
      await page.locator(".waiting-texts").waitFor({ state: "detached" });
      expect(rig.store.issues.get(theirs.id)?.approvedTexts).toEqual([`Add a page\n\n${hostile}`]);
      await soon(() => link.locator(".count").count()).toBe(0);
    },
  );
});
