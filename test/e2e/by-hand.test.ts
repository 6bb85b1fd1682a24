/**
 * A person at the dashboard of `ao demo --by-hand`, with nothing but mouse, keyboard or finger: from a question to a
 * landed change. Several people at once, each at another screen, on one daemon.
 */
import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBacklog } from "../../src/cli/demo/backlog.ts";
import type { StatusView } from "../../src/protocol/session/status.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { fits, hasBrowser, noFaults, phone, soon, wide, why, type Look } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { endHome } from "../fixtures/end-home.ts";
import { keyboardOf, pointerOf, type Hands } from "./hands.ts";

const SEED = 1;
/** Only a machine that is very busy needs so long. */
const WITHIN_MS = 120_000;
const backlog = createBacklog({ seed: SEED, service: "", byHand: true });
const titlesOf = (isWanted: (trouble: string) => boolean): readonly string[] =>
  backlog.filter(({ trouble }) => isWanted(trouble)).map(({ title }) => title);

type Person = {
  readonly look: Look;
  readonly by: (page: Page) => Hands;
  /** What they carry through; null: the demo's own question. */
  readonly issue: string | null;
};

const always: readonly Person[] = [
  { look: { ...wide, theme: "light" }, by: pointerOf, issue: null },
  { look: { ...phone, theme: "dark" }, by: pointerOf, issue: "Add the spread" },
];
const inDepth: readonly Person[] = [
  { look: { ...wide, theme: "dark" }, by: keyboardOf, issue: "Add the mean" },
  { look: { ...phone, theme: "light" }, by: pointerOf, issue: "Add the mode" },
];
const people = process.env["AO_TEST_LONG"] === undefined ? always : [...always, ...inDepth];

describe.runIf(hasBrowser)(`the dashboard by hand${why}`, () => {
  test("20, 28: a question answered, a review with line comments, a message with its receipt, a landing, a stop", async () => {
    const { link, client } = await aDemo();
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const [question = ""] = titlesOf((trouble) => trouble === "question");
    const others = titlesOf((trouble) => trouble !== "question" && trouble !== "stuck");
    const told = await Promise.allSettled(
      people.map(async (person, n) => {
        const page = await aPage(browser, await link(), person.look);
        const stops = others[n] ?? "";
        await story(person, page, { title: person.issue ?? question, stops }).catch((error: unknown) => {
          throw new Error(`at ${person.look.width} px, ${person.look.theme}: ${String(error)}`, { cause: error });
        });
      }),
    );
    expect(told.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([]);
    const sessions = await client();
    const landed = sessions.filter(({ change }) => change?.state === "landed").map(({ title }) => title);
    expect(landed.toSorted()).toEqual(people.map(({ issue }) => issue ?? question).toSorted());
    const stopped = sessions.filter(({ attention }) => attention.code === "stopped").map(({ title }) => title);
    expect(stopped.toSorted()).toEqual(others.slice(0, people.length).toSorted());
  }, 400_000);
});

type Plot = { readonly title: string; readonly stops: string };

async function story({ by, issue }: Person, page: Page, { title, stops }: Plot): Promise<void> {
  const person = by(page);
  await page.locator(".card").first().waitFor();
  if (issue !== null) await person.writesIssue(issue, bodyOf(issue));

  await person.answers(title, "yes");
  await person.opensReview(title);
  await person.comments(["Say what it takes.", "Say what this proves."]);
  await soon(() => page.locator(".review-fate").textContent()).toBe("Sends 2 comments to command as one message.");
  await noFaults(page);
  await person.requestsChanges();

  await person.opensTab("conversation");
  await receiptOf(page, "Say what it takes.", "acknowledged");
  await person.says("Thank you");
  await receiptOf(page, "Thank you", "acknowledged");
  expect(await page.locator('.message:has-text("changes requested")').count(), "one message").toBe(1);

  await person.opensTab("changes");
  await page.locator('.thread-fate:has-text("answered in")').first().waitFor();
  await person.approves();
  await person.lands();
  await person.opensPage("Landing");
  await page.locator(`section[aria-label="Landed last"] .queue-row:has-text("${title}")`).waitFor();
  await noFaults(page);

  await person.stops(stops);
  await page.locator('[data-why]:has-text("Stopped.")').waitFor();
  await fits(page);
}

/** The receipt under the message that holds this text. */
async function receiptOf(page: Page, text: string, state: string): Promise<void> {
  await page.locator(`.message:has-text("${text}") [data-receipt="${state}"]`).first().waitFor();
}

/** An agent that asks first, and changes the lines that a review is about. */
function bodyOf(title: string): string {
  const name = title.split(" ").at(-1) ?? "";
  const [source, proof] = [`src/${name}.js`, `test/${name}.test.js`];
  const script = {
    start: [{ ask: { question: `Shall ${name} be exported by name?`, choices: ["yes", "no"] } }],
    answer: [
      { write: { [source]: `export const ${name} = 1;\n`, [proof]: `import "../${source}";\n` } },
      { commit: title },
    ],
    "changes-requested": [
      {
        write: {
          [source]: `export const ${name} = 1; // takes nothing\n`,
          [proof]: `import "../${source}"; // it loads\n`,
        },
      },
      { commit: "Say more" },
    ],
    message: [{ say: "Noted." }],
  };
  return `Write ${source}.\n\n\`\`\`script\n${JSON.stringify(script)}\n\`\`\`\n`;
}

async function aDemo() {
  const said = await new Ao().run(aFolder(), "demo", "--by-hand", "--keep", "--json", "--seed", String(SEED));
  expect(said.code, said.stderr).toBe(0);
  const { repo, home } = JSON.parse(said.stdout) as { readonly repo: string; readonly home: string };
  onTestFinished(() => rmSync(join(home, ".."), { recursive: true, force: true }));
  onTestFinished(() => endHome(home));
  const ao = new Ao(realpathSync(home));
  const json = async <T>(...args: readonly string[]): Promise<T> =>
    JSON.parse((await ao.run(repo, ...args, "--json")).stdout) as T;
  return {
    link: async () => (await json<{ readonly url: string }>("dashboard")).url,
    client: () => json<readonly StatusView[]>("list", "--all"),
  };
}

async function aPage(browser: Browser, link: string, { width = 0, height = 0, theme = "light" }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 600,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  await page.goto(link);
  return page;
}
