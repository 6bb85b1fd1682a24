/** A change of twenty thousand lines: how soon it is there, and how it scrolls. */
import type { Page } from "playwright-core";
import { until } from "../test/fixtures/real-turns.ts";
import { framesWhile, unlessNoBrowser, withPage } from "./page.ts";
import { withRealDaemon, type RealDaemon } from "./real-daemon.ts";
import { atMost, median, percentile, type Line } from "./report.ts";

const ROUNDS = 5;
const SCROLL_MS = 3_000;
/** Many files as an agent changes them, and one long one. */
const SHAPES = [
  { name: "40 files", files: 40, lines: 500 },
  { name: "1 file", files: 1, lines: 20_000 },
] as const;

const AGENT = `
  const { execFileSync } = require("node:child_process");
  const { writeFileSync } = require("node:fs");
  const [, files, lines] = /(\\d+) files of (\\d+)/.exec(require("node:fs").readFileSync(process.env.AO_PROMPT_FILE, "utf8"));
  for (let file = 0; file < Number(files); file += 1)
    writeFileSync("part-" + file + ".ts", Array.from({ length: Number(lines) }, (_, n) => "export const value" + n + " = compute(" + n + ", \\"" + n + "\\"); // line " + n + "\\n").join(""));
  execFileSync("git", ["add", "-A"]);
  execFileSync("git", ["commit", "-qm", "Many lines"]);
`;

export function benchDiff(): Promise<readonly Line[]> {
  return unlessNoBrowser("the diff", () =>
    withRealDaemon({ files: 20, agent: [process.execPath, "-e", AGENT], turnsMax: 5 }, async (daemon) => {
      const lines: Line[] = [];
      for (const shape of SHAPES) lines.push(...(await measure(daemon, shape)));
      return lines;
    }),
  );
}

async function measure(daemon: RealDaemon, { name, files, lines }: (typeof SHAPES)[number]): Promise<readonly Line[]> {
  const { client } = daemon;
  const prompt = `${files} files of ${lines} lines`;
  const { id } = await client.startSession({ projectId: "app", name: `long-${files}`, prompt });
  await until(async () => (await client.session({ id })).changes.length > 0, `${id} has a change`);
  return withPage(daemon, `/sessions/${id}`, async (page) => {
    await page.locator('.tab[href$="/changes"]').waitFor();
    const opened: number[] = [];
    // The first time, the code of the page is loaded too; that is part of what people wait for.
    for (let n = 0; n < ROUNDS; n += 1) opened.push(await open(page));
    await page.locator('.tab[href$="/changes"]').click();
    await page.locator(".diff-file").first().waitFor();
    const unfold = page.locator('.diff-fold[aria-expanded="false"]');
    if ((await unfold.count()) > 0) await unfold.first().click();
    await page.locator(".diff-line").first().waitFor();
    await page.evaluate("window.longestTask = 0");
    const frames = await framesWhile(page, `document.querySelector(".diff").scrollTop += 300;`, SCROLL_MS);
    const longestMs = Number(await page.evaluate("window.longestTask"));
    return [
      atMost(`a diff of 20,000 lines in ${name} opens`, median(opened), 1_000, "ms"),
      atMost(`a frame while it scrolls, in ${name} (p95)`, percentile(frames, 95), 34, "ms"),
      atMost(`longest task while it scrolls, in ${name}`, longestMs, 100, "ms"),
    ];
  });
}

/** From the click to the last line being there; then back again. */
async function open(page: Page): Promise<number> {
  const tookMs = Number(
    await page.evaluate(`new Promise((resolve) => {
      const startedAt = performance.now();
      document.querySelector('.tab[href$="/changes"]').click();
      const look = () => {
        const head = document.querySelector(".review-head")?.textContent ?? "loading…";
        if (document.querySelector(".diff-file") !== null && !head.includes("loading…")) resolve(performance.now() - startedAt);
        else requestAnimationFrame(look);
      };
      look();
    })`),
  );
  await page.locator(".tab").first().click();
  await page.locator(".diff-file").first().waitFor({ state: "detached" });
  return tookMs;
}
