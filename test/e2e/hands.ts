/** What a person does at the dashboard, by pointer (mouse or finger) or by keys alone. No request is made but by the page. */
import type { Page } from "playwright-core";
import { soon } from "../fixtures/browser.ts";

export type Hands = {
  readonly writesIssue: (title: string, body: string) => Promise<void>;
  readonly answers: (title: string, words: string) => Promise<void>;
  readonly opensReview: (title: string) => Promise<void>;
  /** The first on the first line that is new, the last on the last one. */
  readonly comments: (texts: readonly [string, string]) => Promise<void>;
  readonly requestsChanges: () => Promise<void>;
  readonly opensTab: (name: "conversation" | "changes") => Promise<void>;
  readonly says: (text: string) => Promise<void>;
  readonly approves: () => Promise<void>;
  readonly lands: () => Promise<void>;
  readonly opensPage: (name: "Board" | "Landing") => Promise<void>;
  readonly stops: (title: string) => Promise<void>;
};

export function pointerOf(page: Page): Hands {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
  const card = (title: string) => page.locator(`[data-column="needs_you"] .card:has-text("${title}")`);
  /** A pointer over a column keeps it as it is. */
  const away = (): Promise<void> => page.mouse.move(5, 5);
  const opensPage = (name: string): Promise<void> =>
    page.locator(isPhone ? ".bottom-link" : ".page-link", { hasText: name }).click();
  const opens = async (title: string): Promise<void> => {
    await page.locator("button.search").click();
    await focusIn(page, ".palette-input");
    await page.keyboard.type(title);
    await page.locator(".palette-row", { hasText: title }).first().click();
    await page.locator("[data-why]").waitFor();
  };
  return {
    opensPage,
    writesIssue: async (title, body) => {
      await opensPage("Issues");
      await press("New issue");
      await focusIn(page, "dialog input");
      await page.keyboard.type(title);
      await page.getByLabel("What is to be done").click();
      await page.keyboard.insertText(body);
      await press("Open issue");
      await page.locator("dialog").waitFor({ state: "detached" });
      await opensPage("Board");
    },
    answers: async (title, words) => {
      await card(title).getByRole("button", { name: words }).click();
      await away();
      await card(title).waitFor({ state: "detached" });
    },
    opensReview: async (title) => {
      await card(title).locator('[data-verb="review"]').click();
      await page.locator(".diff-line.added").first().waitFor();
    },
    comments: async ([first, last]) => {
      const numbers = page.locator(".diff-line.added button.line-no");
      for (const [place, text] of [
        [numbers.first(), first],
        [numbers.last(), last],
      ] as const) {
        await place.click();
        await focusIn(page, "textarea");
        await page.keyboard.type(text);
        await press("Add to review");
        await page.locator(`.remarks.draft .message-text:text-is("${text}")`).waitFor();
      }
    },
    requestsChanges: () => press("Request changes"),
    opensTab: (name) =>
      page
        .locator(".tab")
        .nth(name === "conversation" ? 0 : 2)
        .click(),
    says: async (text) => {
      await page.locator("[data-composer]").click();
      await focusIn(page, "[data-composer]");
      await page.keyboard.type(text);
      await page.locator(".composer").getByRole("button", { name: "Send message" }).click();
    },
    approves: () => press("Approve change"),
    lands: () => press("Land change"),
    stops: async (title) => {
      await opens(title);
      await press("More to do");
      await press("Stop session…");
      await press("Stop session");
    },
  };
}

export function keyboardOf(page: Page): Hands {
  const keys = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) await page.keyboard.press(key);
  };
  const finds = async (text: string): Promise<void> => {
    await keys("Control+k");
    await focusIn(page, ".palette-input");
    await page.keyboard.type(text);
    await page.locator(".palette-row").first().waitFor();
    await keys("Enter");
    await page.locator(".palette-input").waitFor({ state: "detached" });
  };
  const comments = async (text: string): Promise<void> => {
    await keys("j", "c");
    await focusShows(page, "textarea");
    await page.keyboard.type(text);
    await keys("Control+Enter");
  };
  const confirms = async (key: string, button: string): Promise<void> => {
    await page.locator(`.review-bar button:enabled:has-text("${button}")`).waitFor();
    await keys(key);
    await page.locator(`.review-bar .primary:has-text("${button}")`).waitFor();
    await focusShows(page, "input");
    await keys("Control+Enter");
  };
  return {
    // The second key counts only shortly after the first, and a machine may be slow between them.
    opensPage: (name) =>
      soon(async () => {
        await keys("g", name.charAt(0).toLowerCase());
        return new URL(page.url()).pathname;
      }).toBe(name === "Board" ? "/" : `/${name.toLowerCase()}`),
    writesIssue: async (title, body) => {
      await keys("c");
      await focusIn(page, "dialog input");
      await page.keyboard.type(title);
      await keys("Tab");
      await focusIn(page, "dialog textarea");
      await page.keyboard.insertText(body);
      await keys("Control+Enter");
      await page.locator("dialog").waitFor({ state: "detached" });
    },
    answers: async (title, words) => {
      await page.locator(`[data-column="needs_you"] .card:has-text("${title}")`).waitFor();
      await finds(title);
      await page.locator(".question").waitFor();
      await keys("a");
      await focusShows(page, "[data-answer]");
      await page.keyboard.type(words);
      await keys("Enter");
      await page.locator(".question").waitFor({ state: "detached" });
    },
    opensReview: async () => {
      await page.locator('[data-verb="review"]').waitFor();
      await keys("a");
      await page.locator(".diff-line.added").first().waitFor();
    },
    comments: async ([first, last]) => {
      await comments(first);
      await keys("J", "J");
      await comments(last);
      await soon(() => page.locator(".remarks.draft .message-text").count()).toBe(2);
    },
    requestsChanges: () => confirms("R", "Request changes"),
    opensTab: (name) => keys(name === "conversation" ? "1" : "3"),
    says: async (text) => {
      await keys("m");
      await focusShows(page, "[data-composer]");
      await page.keyboard.type(text);
      await keys("Control+Enter", "Escape");
    },
    approves: () => confirms("A", "Approve change"),
    lands: () => confirms("L", "Land change"),
    stops: async (title) => {
      await finds(title);
      await page.locator("[data-why]").waitFor();
      await finds(">stop session");
      await page.locator("dialog[open]").waitFor();
      await focusShows(page, "button");
      await keys("Tab", "Enter");
    },
  };
}

/** What is typed from now on goes there. */
const focusIn = (page: Page, selector: string): Promise<void> =>
  soon(() => page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)).toBe(true);

/** Where the keys are is always to be seen, by a ring of at least 2 px. */
async function focusShows(page: Page, selector: string): Promise<void> {
  await soon(() =>
    page.evaluate(
      `(() => {
        const at = document.activeElement;
        if (at === null || !at.matches(${JSON.stringify(selector)})) return "focus is at " + at?.outerHTML.slice(0, 80);
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? "a ring" : "no ring";
      })()`,
    ),
  ).toBe("a ring");
}
