/** The dashboard in the system's Chromium, for what people notice of it. */
import type { Page } from "playwright-core";
import { installedChromium, openBrowser } from "../test/fixtures/chromium.ts";
import type { RealDaemon } from "./real-daemon.ts";
import type { Line } from "./report.ts";

/** Runs in the page: notes how long it was ever busy at once. */
export const watchTasks = `
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: "longtask" });
`;

/** `what` is not measured where there is no browser. */
export function unlessNoBrowser(what: string, measure: () => Promise<readonly Line[]>): Promise<readonly Line[]> {
  if (installedChromium !== null) return measure();
  console.log(`${what} is not measured: no Chromium is installed`);
  return Promise.resolve([]);
}

/** Signed in, at this address. */
export async function withPage<T>({ client }: RealDaemon, path: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await openBrowser({ isWhole: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
    await page.addInitScript(watchTasks);
    const { url } = await client.loginTicket({});
    await page.goto(`${url}&to=${encodeURIComponent(path)}`);
    return await work(page);
  } finally {
    await browser.close();
  }
}

/** Does something at each frame for a while, and tells how long the frames were. */
export async function framesWhile(page: Page, doing: string, ms: number): Promise<readonly number[]> {
  const found = await page.evaluate(`new Promise((resolve) => {
    const frames = [];
    const startedAt = performance.now();
    let last = startedAt;
    const step = (now) => {
      frames.push(now - last);
      last = now;
      ${doing}
      if (now - startedAt < ${ms}) requestAnimationFrame(step);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(step);
  })`);
  return Array.isArray(found) ? found.map(Number) : [];
}
