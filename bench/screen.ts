/** An agent that prints ten megabytes a second onto its screen, and somebody who watches it. */
import { readFileSync } from "node:fs";
import { hostPid, until } from "../test/fixtures/real-turns.ts";
import { framesWhile, unlessNoBrowser, withPage } from "./page.ts";
import { withRealDaemon } from "./real-daemon.ts";
import { atMost, percentile, type Line } from "./report.ts";

const WATCH_MS = 8_000;
/** What it printed is kept until the session ends, and memory is where the benchmark keeps it. */
const PRINT_MS = 40_000;

const AGENT = `
  const line = "\\u001b[32mprogress\\u001b[0m " + "x".repeat(80) + "\\r\\n";
  const piece = line.repeat(Math.ceil(100_000 / line.length));
  const end = performance.now() + ${PRINT_MS};
  let due = performance.now();
  const print = () => {
    for (; due <= performance.now(); due += 10) process.stdout.write(piece);
    if (due < end) setTimeout(print, 5);
  };
  print();
`;

export function benchScreen(): Promise<readonly Line[]> {
  return unlessNoBrowser("the terminal", () => {
    const agentConfig = { drive: "terminal" };
    const setting = { files: 20, agent: [process.execPath, "-e", AGENT], agentConfig, turnsMax: 5 };
    return withRealDaemon(setting, async (daemon) => {
      const { client } = daemon;
      const { id } = await client.startSession({ projectId: "app", name: "flood", prompt: "Print." });
      await until(async () => (await client.session({ id })).phase === "working", `${id} works`);
      return withPage(daemon, `/sessions/${id}/terminal`, async (page) => {
        await page.locator('[data-terminal="watching"]').waitFor();
        await until(
          async () => (await page.locator(".xterm-rows").textContent())?.includes("progress") === true,
          "it is on the screen",
        );
        await page.evaluate("window.longestTask = 0");
        const frames = await framesWhile(page, "", WATCH_MS);
        const longestMs = Number(await page.evaluate("window.longestTask"));
        const startedAt = performance.now();
        await page.keyboard.press("5");
        await page.locator(".event").first().waitFor();
        const obeyedMs = performance.now() - startedAt;
        const host = await hostPid(daemon.home);
        return [
          atMost("longest task while a terminal prints 10 MB a second", longestMs, 100, "ms"),
          atMost("a frame meanwhile (p95)", percentile(frames, 95), 100, "ms"),
          atMost("a key is obeyed meanwhile", obeyedMs, 1_000, "ms"),
          atMost("the most memory that its host ever had", host === null ? Number.NaN : highestMb(host), 300, "MB"),
          atMost("the most memory that the daemon ever had", highestMb(daemon.pid()), 300, "MB"),
        ];
      });
    });
  });
}

function highestMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}
