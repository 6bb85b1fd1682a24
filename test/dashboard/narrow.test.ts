/** Small windows and large letters: everything can be reached. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { hasBrowser, phone, useBrowser, why } from "../fixtures/browser.ts";

const pages = [
  ["/", ".card"],
  ["/sessions/app-7", ".question"],
  ["/sessions/app-12/timeline", ".tab"],
  ["/issues", "h1"],
  ["/landing", "h1"],
  ["/fleet", ".fleet-tile"],
  ["/events", "h1"],
  ["/settings", "h1"],
  ["/projects", ".tile"],
  ["/doctor", "h1"],
] as const;

/** What sticks out sideways and is no box of code. */
const stickingOut = `[...document.querySelectorAll("body *")].filter((e) => {
  const { right, width } = e.getBoundingClientRect();
  return width > 0 && right > innerWidth + 1 && e.closest("pre, code, .xterm, .yaml-lines, .unseen, svg") === null && e.checkVisibility();
}).map((e) => e.className + " " + Math.round(e.getBoundingClientRect().right))`;

/** Fingers hit it: 44 px, but for words in a sentence, and numbers of lines, whose rows are close by nature. */
const tooSmall = `[...document.querySelectorAll("button, a[href], select, input:not([type=checkbox]):not([type=radio]), textarea, summary")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.closest(".unseen, .skip, p, dd, .line-no") === null)
  .map((e) => ({ e, box: e.getBoundingClientRect(), own: getComputedStyle(e, "::after") }))
  .filter(({ e, box }) => {
    if (box.width === 0 || box.height === 0 || box.bottom < 0) return false;
    const hit = { h: box.height, w: box.width };
    const around = e.closest(".card-title") === null ? hit : { h: e.closest(".card").offsetHeight, w: e.closest(".card").offsetWidth };
    return around.h < 43.5 || around.w < 43.5;
  })
  .map(({ e, box }) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 20) + " " + Math.round(box.width) + "x" + Math.round(box.height))`;

async function ready(page: Page, sign: string): Promise<void> {
  await page.locator(sign).first().waitFor();
  await page.locator(".loading").waitFor({ state: "detached" });
}

describe.runIf(hasBrowser)(`small windows${why}`, () => {
  const open = useBrowser();

  test.for(pages)(
    "6, 7: at 390 px nothing of %s is too small for a finger; at 320 px, and with letters twice as large, it needs no sideways scrolling",
    async ([path, sign]) => {
      const page = await open(await aFleetApi(), path, phone);
      await ready(page, sign);
      expect(await page.evaluate(tooSmall)).toEqual([]);
      // 200 % of a window of 1280 px is one of 640 with everything twice as large.
      for (const window of [
        { width: 320, height: 640 },
        { width: 640, height: 480 },
      ]) {
        await page.setViewportSize(window);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        expect(await page.evaluate(stickingOut)).toEqual([]);
      }
    },
  );
});
