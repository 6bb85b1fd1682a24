/** Signing in and out, in the page. */
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { aFleetApi } from "../fixtures/a-fleet.ts";
import { fits, hasBrowser, inBothThemes, noFaults, phone, soon, useBrowser, wide, why } from "../fixtures/browser.ts";
import { aSignIn } from "../fixtures/sign-in.ts";

const SIGNED_OUT = 'h1:has-text("This browser is not signed in to the daemon.")';

describe.runIf(hasBrowser)(`signing in${why}`, () => {
  const open = useBrowser();

  test("a page whose browser was signed out says how to sign in, and goes on when another tab has, without a gap", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-7");
    await page.locator("[data-composer]").first().fill("a draft");
    await rig.client().signOutAll({});
    await page.locator(SIGNED_OUT).waitFor();
    expect(await page.locator("body").textContent()).not.toContain("Rate-limit");
    await inBothThemes(page);
    await rig.client().pause({ id: "app-12" });

    const other = await page.context().newPage();
    await other.goto((await rig.client().loginTicket({})).url);
    await other.locator("[data-connection=live]").first().waitFor();
    await page.locator("[data-connection=live]").first().waitFor();
    expect(await page.locator("[data-composer]").first().inputValue()).toBe("a draft");
    expect(await rig.client().listBrowsers({})).toHaveLength(1);
  });

  test("a link is good once, leads to a page of ours only, and leaves no ticket in the address", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/landing?project=app");
    expect(new URL(page.url())).toMatchObject({ pathname: "/landing", search: "?project=app", hash: "" });
    for (const to of ["//evil.example/x", "/\\evil.example", "https://evil.example/", "/login"]) {
      await page.goto(`${(await rig.client().loginTicket({})).url}&to=${encodeURIComponent(to)}`);
      await page.locator("[data-connection=live]").first().waitFor();
      expect(page.url()).toBe(`${rig.url}/`);
    }
    await rig.client().signOutAll({});
    await page.locator(SIGNED_OUT).waitFor();
    await page.goto(`${rig.url}/login#ticket=used`);
    await page.locator('h1:has-text("This link was used before, or is older than a minute.")').waitFor();
  });

  test("settings list the signed-in browsers and sign them out, this one last", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/settings");
    await aSignIn(rig, "Safari on iPhone");
    await page.reload();
    const rows = page.locator("[data-browser]");
    await soon(() => rows.allTextContents()).toEqual([
      expect.stringContaining("this browser"),
      expect.stringContaining("Safari on iPhone"),
    ]);
    await inBothThemes(page);
    await fits(page);
    await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
    await soon(() => rows.count()).toBe(1);
    await page.getByRole("button", { name: "Sign out this browser" }).click();
    await page.locator(SIGNED_OUT).waitFor();
    expect(await rig.client().listBrowsers({})).toEqual([]);
    expect(await page.evaluate("localStorage.getItem('ao.browser')")).toBe(null);
    await noFaults(page);
  });

  test("on a phone the list and the page that says how to sign in fit", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/settings", phone);
    await page.locator("[data-browser]").waitFor();
    await fits(page);
    await noFaults(page);
    await rig.client().signOutAll({});
    await page.locator(SIGNED_OUT).waitFor();
    await fits(page);
    await noFaults(page);
  });

  test("whoever listens at the daemon's address meanwhile is sent no token, and the page goes on with the daemon", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/", wide);
    const token = String(await page.evaluate("localStorage.getItem('ao.browser')"));
    await rig.kill();
    const sent: string[] = [];
    const impostor = createServer((request, response) => {
      sent.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
      response.setHeader("content-type", "application/json").end(JSON.stringify({ proof: "0".repeat(64) }));
    });
    const close = (): Promise<void> =>
      new Promise((resolve) => {
        impostor.closeAllConnections();
        impostor.close(() => resolve());
      });
    onTestFinished(() => (impostor.listening ? close() : undefined));
    await new Promise<void>((resolve) => impostor.listen(rig.port, "127.0.0.1", resolve));
    await soon(() => sent.filter((line) => line.startsWith("/api/proof")).length).toBeGreaterThan(2);
    expect(sent.join("\n")).not.toContain(token);
    expect(sent.filter((line) => line.startsWith("/api/") && !line.startsWith("/api/proof"))).toEqual([]);
    await close();
    await rig.start();
    await page.locator("[data-connection=live]").first().waitFor();
    expect(await page.evaluate("localStorage.getItem('ao.browser')")).toBe(token);
  });
});
