/** The charts of the fleet, in a real browser. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, soon, useBrowser, why } from "../fixtures/browser.ts";
import { anApi, type ApiRig } from "../fixtures/daemon-api.ts";
import { landedSessions } from "../fixtures/landed-sessions.ts";

describe.runIf(hasBrowser)(`the fleet page${why}`, () => {
  const open = useBrowser();
  const aFleet = (): Promise<ApiRig> => anApi({ facts: landedSessions });

  test("32: figures are those of the API; under five samples there is none", async () => {
    const page = await open(await aFleet(), "/fleet?period=day");
    await page.locator(".fleet-tile").first().waitFor();
    const tiles = async () =>
      (await page.locator(".fleet-tile").allTextContents()).map((text) => text.replace(/before.*/, ""));
    await soon(tiles).toEqual([
      "Landed5",
      "Lead time40 min",
      "Passed checks first time80 %",
      "Retries per landed change0.6",
      "Cost per landed change$2.00",
    ]);
    const few = await open(await anApi({}), "/fleet");
    await few.locator(".fleet-tile").first().waitFor();
    await soon(() => few.locator(".fleet-few").count()).toBe(4);
    expect(await few.locator(".chart").count()).toBe(0);
  });

  test("32: every chart has its table; CSV is that table, PNG is not blank, no data is a gap", async () => {
    const page = await open(await aFleet(), "/fleet?period=week");
    await page.locator(".chart").nth(1).waitFor();
    for (const chart of await page.locator(".chart").all()) {
      await chart.locator("summary").click();
      await chart.locator("tr").nth(1).waitFor();
      const rows = await chart.locator("tr").all();
      const cells = await Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
      const csv = await textOf(await saved(page, () => chart.getByRole("button", { name: "CSV" }).click()));
      const lines = csv.trimEnd().split("\r\n");
      expect(lines.map((line) => line.split(",").map((cell) => (cell === "" ? "–" : cell)))).toEqual(cells);
      const png = await bytesOf(await saved(page, () => chart.getByRole("button", { name: "PNG" }).click()));
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(await coloursIn(page, png)).toBeGreaterThan(3);
    }
    const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    await soon(() => page.locator("[data-chart^=landed] svg text").allTextContents()).toContain(today);
    await soon(() => page.locator("[data-chart^=lead] circle").count()).toBe(1);
    await soon(() => page.locator("[data-chart^=landed] svg rect").count()).toBe(2);
  });
});

async function saved(page: Page, click: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return download;
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());
const textOf = async (download: Download): Promise<string> => (await bytesOf(download)).toString("utf8");

/** How many different colours a picture has. */
function coloursIn(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext("2d");
      pen?.drawImage(image, 0, 0);
      const { data } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const seen = new Set<string>();
      for (let at = 0; at < data.length; at += 4) seen.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
      return seen.size;
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
}
