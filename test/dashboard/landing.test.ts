/** The landing page in a real browser, on a queue that the test holds: what is ready, what is tested, what moves. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ChangeSummaryView } from "../../src/protocol/change/change.ts";
import type { QueueEntryView, QueueView } from "../../src/protocol/change/queue.ts";
import { fits, hasBrowser, inBothThemes, soon, untilTrue, useBrowser, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";

const entry = (name: string, code: string): QueueEntryView => ({
  ...{
    id: `app#${name}`,
    name,
    session: null,
    title: `Change ${name}`,
    head: "3f9c2ab",
    approvals: [],
    position: null,
  },
  ...{ why: `It is ${code}.`, code, command: null },
});

const summary = ({ why: said, ...one }: QueueEntryView, position: number | null): ChangeSummaryView => ({
  ...one,
  ...{ why: said, position, project: "app", branch: "b", base: "main", state: "open", landedAs: null, author: "Ann" },
  ...{ createdAt: "2026-11-16T10:00:00.000Z", changedAt: "2026-11-16T10:00:00.000Z" },
  ...{ checks: { passed: 2, failed: 0, running: 0, of: 2 }, approvalsNeeded: 0, threadsOpen: 0, mergeable: true },
  ...{ conflicts: [], files: 1, diffLines: 1, attention: null, hasLiveSession: true },
});

/** 1 is tested, 2, 3 and 4 wait, 5 is ready, 6 is not. Only the order of those that wait changes. */
async function aQueue(page: Page): Promise<readonly string[]> {
  const order = ["2", "3", "4"];
  const moves: string[] = [];
  const view = (): QueueView => ({
    ...{
      project: "app",
      base: "main",
      baseState: "green",
      addCheck: null,
      baseHead: null,
      landedToday: 0,
      lastLanded: null,
    },
    testing: [
      {
        ...{ id: "k", state: "checking", commit: "77e01aa", blockedBy: [], isUnchecked: false },
        changes: [entry("1", "landing-checking")],
      },
    ],
    next: order.map((name) => entry(name, "queued")),
    ready: [entry("5", "ready-to-land")],
    cannotEnter: [entry("6", "review-you")],
  });
  const changes = (): readonly ChangeSummaryView[] => {
    const { testing, next, ready, cannotEnter } = view();
    const queued = [...testing.flatMap((candidate) => candidate.changes), ...next];
    return [
      ...queued.map((one, index) => summary(one, index + 1)),
      ...[...ready, ...cannotEnter].map((one) => summary(one, null)),
    ];
  };
  await page.route(/\/api\/(changes|queue)(\?.*)?$/, (route) =>
    route.fulfill({ json: /changes/.test(route.request().url()) ? changes() : [view()] }),
  );
  await page.route(/\/api\/queue\/.*\/move$/, (route) => {
    const name = /(\d)\/move$/.exec(route.request().url())?.[1] ?? "";
    const { position } = route.request().postDataJSON() as { readonly position: number };
    order.splice(order.indexOf(name), 1);
    order.splice(position - 1, 0, name);
    moves.push(`${name} to ${position}`);
    return route.fulfill({ json: [view()] });
  });
  await page.route(/\/api\/queue\/.*\/remove$/, (route) => {
    const name = /(\d)\/remove$/.exec(route.request().url())?.[1] ?? "";
    order.splice(order.indexOf(name), 1);
    moves.push(`${name} left`);
    return route.fulfill({ json: [view()] });
  });
  return moves;
}

describe.runIf(hasBrowser)(`the landing page${why}`, () => {
  const open = useBrowser();

  test("what is ready stands apart, the checks of a tested change are not its own, and a moved row keeps the focus", async () => {
    const page = await open(await anApi({}), "/");
    const moves = await aQueue(page);
    await page.locator('.page-link:has-text("Landing")').click();
    const part = (name: string) => page.locator(`section[aria-label="${name}"] .queue-title`);
    await soon(() => part("Ready to land").allTextContents()).toEqual(["Change 5"]);
    expect(await part("Not ready to land").allTextContents()).toEqual(["Change 6"]);
    expect(await page.getByRole("link", { name: "Land change 5" }).getAttribute("href")).toContain("focus=land");
    const row = (name: string) => page.locator(`[data-change="app#${name}"]`);
    expect(await row("1").locator(".marks").count()).toBe(0);
    expect(await row("2").locator(".marks").count()).toBe(1);
    // What can be pressed has an outline, and what cannot has none.
    const outline = (which: string): Promise<unknown> =>
      row("2")
        .locator(`[data-step="${which}"]`)
        .evaluate((one) => getComputedStyle(one).borderTopColor);
    expect(await outline("earlier")).toBe("rgba(0, 0, 0, 0)");
    expect(await outline("later")).not.toBe("rgba(0, 0, 0, 0)");
    await inBothThemes(page);
    await fits(page);

    await page.getByRole("button", { name: "Move change 2 later" }).focus();
    const focused = "document.activeElement.getAttribute('aria-label')";
    await page.keyboard.press("Enter");
    await soon(() => part("Queue").allTextContents()).toEqual(["Change 1", "Change 3", "Change 2", "Change 4"]);
    await untilTrue(page, `${focused} === "Move change 2 later"`);
    await page.keyboard.press("Enter");
    await soon(() => part("Queue").allTextContents()).toEqual(["Change 1", "Change 3", "Change 4", "Change 2"]);
    await untilTrue(page, `${focused} === "Move change 2 earlier"`);

    const box = await page.getByRole("button", { name: "Move change 3 later" }).boundingBox();
    if (box === null) throw new Error("there is no button");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // The second click comes in the moment in which another row has come under the pointer.
    await page.evaluate(`new MutationObserver((_, observer) => {
      const hit = document.elementFromPoint(${x}, ${y});
      if (hit?.getAttribute("aria-label") !== "Move change 4 later") return;
      observer.disconnect();
      hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: ${x}, clientY: ${y} }));
      window.hasHit = true;
    }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
    await page.mouse.click(x, y);
    await untilTrue(page, "window.hasHit");
    await soon(() => part("Queue").allTextContents()).toEqual(["Change 1", "Change 4", "Change 3", "Change 2"]);
    expect(moves).toEqual(["2 to 2", "2 to 3", "3 to 2"]);
  });

  test("each row's way out of the queue has a name of its own, and takes out that row alone", async () => {
    const page = await open(await anApi({}), "/");
    const moves = await aQueue(page);
    await page.locator('.page-link:has-text("Landing")').click();
    const leave = page.getByRole("button", { name: /^Leave queue/ });
    await soon(() => leave.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(
      ["1", "2", "3", "4"].map((name) => `Leave queue: change ${name}`),
    );
    await page.getByRole("button", { name: "Leave queue: change 3" }).focus();
    await page.keyboard.press("Enter");
    await soon(() => leave.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(
      ["1", "2", "4"].map((name) => `Leave queue: change ${name}`),
    );
    expect(moves).toEqual(["3 left"]);
  });
});
