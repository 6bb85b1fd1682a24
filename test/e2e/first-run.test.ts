/** From an empty list to a running session: three clicks and a sentence. */
import { mkdirSync, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { hasBrowser, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { aStage } from "./stage.ts";

describe.runIf(hasBrowser)(`the first run${why}`, () => {
  test("a repository that nobody has named yet has a running session after three clicks", async () => {
    const stage = await aStage();
    const repository = await another(
      stage.folder,
      readFileSync(join(stage.repository, "agent-orchestrator.yaml"), "utf8"),
    );
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto((await stage.client.loginTicket({})).url);
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    };
    await page.locator("h1", { hasText: "It empties the backlog" }).waitFor();
    await click(page.getByLabel("Folder of the repository"));
    await page.keyboard.type(repository);
    await click(page.getByRole("textbox", { name: "First task" }));
    await page.keyboard.insertText('Wait for me\nscript: ["hang"]');
    await click(page.getByRole("button", { name: "Start session" }));
    await page.waitForURL("**/sessions/**");
    expect(clicks).toBe(3);
    await expect
      .poll(async () => (await stage.client.listSessions({})).map(({ project, phase }) => `${project} ${phase}`), {
        timeout: 20_000,
      })
      .toEqual(["second working"]);
  });
});

async function another(folder: string, config: string): Promise<string> {
  const path = join(folder, "second");
  mkdirSync(path);
  writeFileSync(join(path, "agent-orchestrator.yaml"), config.replace('"app"', '"second"'));
  const env = { PATH: process.env["PATH"], HOME: folder };
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  for (const args of [
    ["init", "-q"],
    ["symbolic-ref", "HEAD", "refs/heads/main"],
    [...author, "commit", "-q", "--allow-empty", "-m", "Begin"],
  ])
    await runProgram({ program: "git", args, cwd: path, env, timeoutMs: 20_000 });
  return path;
}
