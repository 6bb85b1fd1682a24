/** The terminal in the page: watched, then taken over, then handed back. */
import { describe, expect, onTestFinished, test } from "vitest";
import { hasBrowser, noFaults, soon, untilTrue, why } from "../fixtures/browser.ts";
import { openBrowser } from "../fixtures/chromium.ts";
import { aStage } from "./stage.ts";

/** Heard words are written in another way than they were typed, so that an echo is no answer. */
const AGENT = `stty -echo; echo ready; while read words; do echo "heard <$words>"; done`;

describe.runIf(hasBrowser)(`the terminal in the page${why}`, () => {
  test("22: no key is sent before it is taken over; then the frame and the way back are seen; Tab is never trapped", async () => {
    const stage = await aStage({ agentConfig: { command: ["sh", "-c", AGENT], drive: "terminal" } });
    const id = await stage.begin("talks", "Talk.");
    await stage.until(id, "at work", ({ phase, turn }) => phase === "working" && turn?.acknowledged === true);
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const { url } = await stage.client.loginTicket({});
    await page.goto(`${url}&to=${encodeURIComponent(`/sessions/${id}/terminal`)}`);
    const shown = page.locator(".xterm-rows");
    await page.locator('[data-terminal="watching"]').waitFor();
    await soon(() => shown.textContent()).toContain("ready");
    await soon(() => page.locator(".term-bar").textContent()).toContain("Watching. Keys are not sent.");

    await page.locator(".xterm-screen").click();
    await page.keyboard.type("quietly\n");
    for (let n = 0; n < 3; n += 1) await page.keyboard.press("Tab");
    await untilTrue(page, "document.activeElement.closest('.xterm') === null");
    await page.locator("h1").click();
    await page.keyboard.press("t");
    await page.locator(".term.typing").waitFor();
    await soon(() => page.locator(".term-bar").textContent()).toContain(
      `You are typing into ${id}. Ctrl+] hands it back.`,
    );
    const frame = (): Promise<boolean> =>
      page
        .locator(".term.typing .term-screen")
        .evaluate((box) =>
          [box, box.parentElement]
            .map((one) => one && getComputedStyle(one))
            .some(
              (style) =>
                style !== null && Math.max(parseFloat(style.outlineWidth), parseFloat(style.borderTopWidth)) >= 2,
            ),
        );
    await soon(frame).toBe(true);
    await noFaults(page);
    await page.keyboard.type("loudly\n");
    await soon(() => shown.textContent()).toContain("heard <loudly>");
    expect(await shown.textContent()).not.toContain("quietly");
    await stage.until(id, "taken over", ({ hold }) => hold === "take_over");

    await page.keyboard.press("Control+]");
    await page.locator('[data-terminal="watching"]').waitFor();
    await stage.until(id, "handed back", ({ hold }) => hold === null);
    await page.keyboard.type("again\n");
    await page.keyboard.press("Tab");
    await untilTrue(page, "document.activeElement.closest('.xterm') === null");
    expect(await shown.textContent()).not.toContain("again");
  });
});
