/** The page as an app: installable, its own shell when the daemon is away, notices where the browser allows them. */
import { describe, expect, test } from "vitest";
import { sessionId } from "../../src/domain/ids.ts";
import { aFleetApi, asks } from "../fixtures/a-fleet.ts";
import { hasBrowser, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";

const app = { ...wide, asApp: true };

describe.runIf(hasBrowser)(`the page as an app${why}`, () => {
  const open = useBrowser();

  test("it has all that a browser asks of an app that can be installed", async () => {
    const page = await open(await aFleetApi(), "/", app);
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    const manifest = (await page.evaluate(
      `fetch(document.querySelector("link[rel=manifest]").href).then((answer) => answer.json())`,
    )) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: "Agent Orchestrator", start_url: "/", display: "standalone" });
    const devtools = await page.context().newCDPSession(page);
    await soon(async () => {
      const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
      return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
    }).toEqual([]);
  });

  test("without the daemon it opens and says so; what it showed before is not kept", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/", app);
    await page.locator(".card").first().waitFor();
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    await page.reload();
    await page.locator(".card").first().waitFor();
    await rig.kill();
    await page.reload();
    await page.locator('.connection:has-text("Reconnecting")').waitFor();
    expect(await page.locator(".card").count()).toBe(0);
    const kept = (await page.evaluate(
      `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
    )) as readonly string[];
    expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
    await rig.start();
    await page.locator(".card").first().waitFor();
  });

  test("whoever comes to need me while nobody looks is told of once, and the notice goes when that is over", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/", app);
    await page.context().grantPermissions(["notifications"]);
    await page.reload();
    await page.locator('.page-link:has-text("Settings")').click();
    await page.getByRole("group", { name: "Notices" }).getByRole("button", { name: "on" }).click();
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    await page.evaluate(
      `Object.defineProperty(document, "visibilityState", { get: () => "hidden" }); document.dispatchEvent(new Event("visibilitychange"))`,
    );
    const titles = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body }) => title + ": " + body))`;
    const known = rig.store.sessions.get(sessionId("app-12"));
    if (known === null) throw new Error("app-12 is gone");
    rig.store.sessions.save({ ...known, ...asks([]) }, { wants: null, dueMs: null });
    await rig.client().pause({ id: "app-12" });
    await soon(() => page.evaluate(titles)).toHaveLength(1);
    const { attention, title } = await rig.client().status({ id: "app-12" });
    await soon(() => page.evaluate(titles)).toEqual([`${title}: ${attention.why}`]);
    await rig.client().answer({ id: "app-12", content: "Redis" });
    await soon(() => page.evaluate(titles)).toEqual([]);
  });
});
