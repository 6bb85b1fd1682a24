/** Every page at both widths, in light and dark: no serious fault, nothing tiny, nothing out of reach. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { aFleet, aFleetApi } from "../fixtures/a-fleet.ts";
import { fits, goTo, hasBrowser, inBothThemes, phone, soon, useBrowser, wide, why } from "../fixtures/browser.ts";
import { landedSessions } from "../fixtures/landed-sessions.ts";

/** What is there when a page is. */
const pages = [
  ["/", ".card"],
  ["/?view=list", '[data-session="app-9"]'],
  ["/sessions/app-7", ".question"],
  ["/sessions/app-5/checks", ".check"],
  ["/sessions/app-12/timeline", ".tab"],
  ["/issues", "h1"],
  ["/landing", "h1"],
  ["/fleet", ".chart"],
  ["/events", "h1"],
  ["/settings", "h1"],
  ["/projects", ".tile"],
  ["/doctor", "h1"],
  ["/sessions/app-99", "h1"],
] as const;

/** The smallest letters that are to be read. */
const smallest = `Math.min(...[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.textContent.trim() !== "").map((e) => parseFloat(getComputedStyle(e).fontSize)))`;

/** Into smaller ones a phone zooms by itself. */
const smallFields = `[...document.querySelectorAll("input:not([type=checkbox]):not([type=radio]), textarea, select")]
  .filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.outerHTML.slice(0, 80))`;

/** What sticks out sideways and is no box of code. */
const stickingOut = `[...document.querySelectorAll("body *")].filter((e) => {
  const { right, width } = e.getBoundingClientRect();
  return width > 0 && right > innerWidth + 1 && e.closest("pre, code, .xterm, .yaml-lines, .unseen, svg") === null && e.checkVisibility();
}).map((e) => e.className + " " + Math.round(e.getBoundingClientRect().right))`;

/** Fingers hit it: 44 px, but for words in a sentence, and numbers of lines, whose rows are close by nature. */
const tooSmall = `[...document.querySelectorAll("button, a[href], select, input:not([type=checkbox]):not([type=radio]), textarea, summary")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.closest(".unseen, .skip, p, dd, .line-no") === null)
  .map((e) => ({ e, box: e.getBoundingClientRect() }))
  .filter(({ e, box }) => {
    if (box.width === 0 || box.height === 0 || box.bottom < 0) return false;
    const card = e.closest(".card-title") === null ? null : e.closest(".card");
    return (card?.offsetHeight ?? box.height) < 43.5 || (card?.offsetWidth ?? box.width) < 43.5;
  })
  .map(({ e, box }) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 20) + " " + Math.round(box.width) + "x" + Math.round(box.height))`;

async function ready(page: Page, path: string, sign: string): Promise<void> {
  await goTo(page, path);
  await page.locator(sign).first().waitFor();
  await page.locator(".loading").waitFor({ state: "detached" });
}

/** Which page it was is said with what is wrong there. */
async function atEach(visit: (path: string, sign: string) => Promise<void>): Promise<void> {
  for (const [path, sign] of pages)
    await visit(path, sign).catch((error: unknown) => {
      throw new Error(`${path}: ${String(error)}`, { cause: error });
    });
}

describe.runIf(hasBrowser)(`every page${why}`, () => {
  const open = useBrowser();
  const aRig = () =>
    aFleetApi({
      facts: (store) => {
        landedSessions(store);
        aFleet(store);
      },
    });

  test("4, 5: at 1440 px, light and dark, axe finds no serious fault, and no letter is under 12 px", async () => {
    const page = await open(await aRig(), "/", wide);
    await atEach(async (path, sign) => {
      await ready(page, path, sign);
      await soon(() => page.evaluate(smallest)).toBeGreaterThanOrEqual(12);
      await fits(page);
      await inBothThemes(page);
    });
  }, 180_000);

  test("4, 5, 6, 7: at 390 px a finger hits everything; at 320 px, and with letters twice as large, nothing is out of reach", async () => {
    const page = await open(await aRig(), "/", phone);
    await atEach(async (path, sign) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await ready(page, path, sign);
      await soon(() => page.evaluate(smallest)).toBeGreaterThanOrEqual(12);
      await soon(() => page.evaluate(smallFields)).toEqual([]);
      await soon(() => page.evaluate(tooSmall)).toEqual([]);
      await fits(page);
      await inBothThemes(page);
      // 200 % of a window of 1280 px is one of 640 with everything twice as large.
      for (const window of [
        { width: 320, height: 640 },
        { width: 640, height: 480 },
      ]) {
        await page.setViewportSize(window);
        await fits(page);
        await soon(() => page.evaluate(stickingOut)).toEqual([]);
      }
    });
    expect(page.url()).toContain("app-99");
  }, 180_000);
});
