/** The page as an app: installable, its own shell when the daemon is away, notices where the browser allows them. */
import { describe, expect, onTestFinished, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import { aFleetApi, asks } from "../fixtures/a-fleet.ts";
import { aBrowser } from "../fixtures/push-browser.ts";
import { startReceiver } from "../fixtures/receiver.ts";
import { hasBrowser, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";

const app = { ...wide, asApp: true };

describe.runIf(hasBrowser)(`the page as an app${why}`, () => {
  // Without its window the browser knows no notices.
  const open = useBrowser({ isWhole: true });

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
    // A page that is loaded while its worker is being installed stays without it until it is loaded again.
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    await page.reload();
    await page.locator('.page-link:has-text("Settings")').click();
    const on = page.getByRole("group", { name: "Notices" }).getByRole("button", { name: "on" });
    await on.click();
    await soon(() => on.getAttribute("aria-pressed")).toBe("true");
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    // What is there when the page comes is no news: it has to know the fleet first.
    await page.locator("[data-connection=live]").first().waitFor();
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

  test("without a page the browser's push service carries a notice, sealed; the settings say what, and through whom", async () => {
    const service = await startReceiver();
    onTestFinished(() => service.stop());
    const rig = await aFleetApi();
    const browser = aBrowser(service.url);
    const page = await open(rig, "/", app);
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    await page.context().grantPermissions(["notifications"]);
    await page.context().addInitScript(`(${subscribesAs})(${JSON.stringify(browser.offer)})`);
    await page.goto(`${rig.url}/settings`);
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    const choice = page.getByRole("group", { name: "Away" });
    await choice.getByText("sealed for this browser, go through the push service of this browser").waitFor();
    await choice.getByRole("button", { name: "on" }).click();
    await choice.getByText(`go through ${new URL(service.url).host}`).waitFor();
    expect(service.received.map(({ bytes }) => browser.read(bytes))).toMatchObject([{ title: "Notices are on" }]);
    await choice.getByRole("button", { name: "off" }).click();
    await choice.getByText("go through the push service of this browser").waitFor();
    await soon(async () => (await rig.client().push({})).browsers).toEqual([]);
  });

  test("what is pushed is shown while the page is not in front, and nowhere else; what is over says so where it stands", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/", app);
    await page.context().grantPermissions(["notifications"]);
    await untilTrue(page, "navigator.serviceWorker.controller !== null");
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId);
      }),
    );
    await devtools.send("ServiceWorker.enable");
    const registrationId = await registered;
    const push = (session: string, more: object = {}) =>
      devtools.send("ServiceWorker.deliverPushMessage", {
        ...{ origin: rig.url, registrationId },
        data: JSON.stringify({
          ...{ key: session, title: session, body: "Asks.", tag: session, path: `/sessions/${session}` },
          ...more,
        }),
      });
    const shown = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body, data }) => [title, body, data.path].join(" ")))`;
    await push("app-7");
    const other = await page.context().newPage();
    await other.bringToFront();
    await page.goto("about:blank");
    await push("app-8");
    await page.goto(rig.url);
    await soon(() => page.evaluate(shown)).toEqual(["app-8 Asks. /sessions/app-8"]);
    await push("app-7", { over: true });
    await push("app-8", { over: true, key: "older news of the same session" });
    await push("app-8", { over: true, title: "✓ over · app-8" });
    await soon(() => page.evaluate(shown)).toEqual(["✓ over · app-8 Asks. /sessions/app-8"]);
  });
});

/** Runs in the page: no push service can be reached in a test, so the browser says that it has subscribed to this one. */
const subscribesAs = (offer: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }): void => {
  const { endpoint, ...keys } = offer;
  const made = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
  PushManager.prototype.subscribe = async () => made as unknown as PushSubscription;
  PushManager.prototype.getSubscription = async () => null;
};
