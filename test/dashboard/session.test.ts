/** The session page, the connection and the addresses, in a real browser. */
import { describe, expect, test } from "vitest";
import { changeId, messageId, sessionId, turnId } from "../../src/domain/model/ids.ts";
import type { Message } from "../../src/domain/turn/message.ts";
import { noUsage } from "../../src/domain/model/usage.ts";
import type { Store } from "../../src/store/open.ts";
import { aFleet, aFleetApi, asks } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, soon, untilTrue, useBrowser, wide, why } from "../fixtures/browser.ts";
import { aMessage, anIncident, aSession, reported } from "../fixtures/domain.ts";

/** A failing check of app-5, and the message about it that nobody has let go yet. */
function withPrepared(store: Store): void {
  aFleet(store);
  const change = store.changes.get(changeId("c5"));
  if (change === null) return;
  const incident = anIncident({ trouble: "ci", owedBy: { kind: "person" } });
  store.changes.save({ ...change, round: reported("failed"), incidents: [incident] }, { dueMs: null });
  store.messages.save(
    aMessage({
      session: sessionId("app-5"),
      text: "rate.test.ts failed: expected 429, got 200",
      cause: {
        ...{ kind: "incident", incident: incident.id, trouble: "ci", attempt: 1 },
        ...{ head: change.head.commit, fingerprint: "test:boom" },
      },
      state: { kind: "prepared" },
    }),
  );
}

describe.runIf(hasBrowser)(`the session page${why}`, () => {
  const open = useBrowser();

  test("15, 28: a question is answered with the keyboard alone", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-8");
    await page.locator(".question").waitFor();
    await page.keyboard.press("a");
    await untilTrue(page, "document.activeElement.hasAttribute('data-answer')");
    await page.keyboard.type("German first");
    await page.keyboard.press("Enter");
    await page.locator('.message-text:text-is("German first")').waitFor();
    await soon(async () => (await rig.client().status({ id: "app-8" })).question).toBeNull();
  });

  test.for([
    [{}, "– of $5.00"],
    [{ unknownTurns: 1 }, "Cost unknown of $5.00"],
    [{ tokens: 4_200 }, "$0.00 of $5.00 · 4.2k tokens"],
    [{ tokens: 4_200, usd: 0.5 }, "$0.50 of $5.00 · 4.2k tokens"],
  ] as const)("the cost of %j is %s on the rail: what no turn has told is not zero", async ([spent, words]) => {
    const rig = await aFleetApi({
      facts: (store) => {
        const used = { ...noUsage, ...spent };
        store.sessions.save(aSession({ id: sessionId("app-new"), spent: used }), { wants: null, dueMs: null });
      },
    });
    const page = await open(rig, "/sessions/app-new");
    await soon(() => page.locator('.session-rail dt:text-is("Cost") + dd').textContent()).toBe(words);
  });

  test.for([
    ["Send it as it is", /queued|handed over|acknowledged/, "a"],
    ["Drop it", /not given to the agent/, null],
  ] as const)("a prepared message is shown whole, and waits for a person: %s", async ([button, words, key]) => {
    const rig = await aFleetApi({ facts: withPrepared });
    const page = await open(rig, "/sessions/app-5");
    await page.locator('[data-receipt="prepared"]').waitFor();
    await soon(() => page.locator(".message-text").last().textContent()).toContain("rate.test.ts failed");
    if (key === null) await page.getByRole("button", { name: button }).click();
    else await page.keyboard.press(key);
    await page.locator('[data-receipt="prepared"]').waitFor({ state: "detached" });
    await soon(() => page.locator("[data-receipt]").last().textContent()).toMatch(words);
  });

  test("18: a message is queued, then handed over, then acknowledged, each in words and each only when it is so", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-12");
    const turn = turnId("t1");
    const states: readonly (readonly [Message["state"], RegExp])[] = [
      [{ kind: "queued" }, /queued/],
      [{ kind: "written", turn }, /handed over; not acknowledged yet/],
      [{ kind: "acknowledged", turn, atMs: 5 }, /acknowledged \d/],
    ];
    for (const [state, words] of states) {
      const cause = { kind: "person", by: "Maria" } as const;
      rig.store.messages.save(
        aMessage({ id: messageId("m9"), session: sessionId("app-12"), text: "Go on", cause, state }),
      );
      await rig.client().pause({ id: "app-12" });
      await rig.client().resume({ id: "app-12" });
      const receipt = page.locator('.message:has-text("Go on") [data-receipt]');
      await soon(() => receipt.textContent()).toMatch(words);
      expect(await receipt.getAttribute("data-receipt")).toBe(state.kind);
    }
    expect(await page.locator("body").textContent()).not.toMatch(/\bsent\b/i);
  });

  test("18, 19: a draft survives a reload, a lost connection and another session; what nobody acknowledged is not called so", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-12");
    const isDrafted = "document.querySelector('[data-composer]')?.value === 'Use the cache'";
    await page.locator("[data-composer]").fill("Use the cache");
    await page.reload();
    await untilTrue(page, isDrafted);
    await goTo(page, "/sessions/app-7");
    await untilTrue(page, "document.querySelector('[data-composer]')?.value === ''");
    await goTo(page, "/sessions/app-12");
    await untilTrue(page, isDrafted);
    rig.cutConnections();
    await page.locator(".connection:not(.live)").waitFor();
    await page.locator(".connection.live").waitFor();
    await untilTrue(page, isDrafted);
    await page.locator("[data-composer]").focus();
    await page.keyboard.press("Control+Enter");
    const receipt = page.locator("[data-receipt]").last();
    await soon(() => receipt.textContent()).toMatch(/queued|handed over/);
    await untilTrue(page, "document.querySelector('[data-composer]')?.value === ''");
    expect(await page.locator("body").textContent()).not.toMatch(/\bsent\b/i);
    expect(await page.locator('[data-receipt="acknowledged"]').count()).toBe(0);
  });

  test("23: the failing check comes first, with its failure and whether the agent was told", async () => {
    const rig = await aFleetApi({
      facts: (store) => {
        aFleet(store);
        const known = store.changes.get(changeId("c5"));
        if (known !== null) store.changes.save({ ...known, round: reported("failed") }, { dueMs: null });
      },
    });
    const page = await open(rig, "/sessions/app-5/checks");
    const first = page.locator(".check").first();
    await soon(() => first.getAttribute("data-verdict")).toBe("failed");
    await first.locator(".log").waitFor();
    await soon(() => first.textContent()).toContain("the agent was not told");
  });

  test("24: the timeline has as many rows as the API has events, each opens to its facts, and a gap is a row", async () => {
    const rig = await aFleetApi();
    await rig.client().pause({ id: "app-12" });
    await rig.client().resume({ id: "app-12" });
    const page = await open(rig, "/sessions/app-12/timeline");
    const { events } = await rig.client().eventPage({ session: "app-12", limit: 1_000 });
    await untilTrue(page, `document.querySelectorAll("[data-seq]").length === ${events.length}`);
    expect(await page.locator("[data-gap]").count()).toBe(0);
    await page.locator(".timeline-line").first().click();
    await soon(() => page.locator(".event-more").textContent()).toContain("seen:");
    const decided = events.filter(({ why }) => why.length > 0).length;
    const byPeople = events.filter(({ kind }) => kind === "command_given").length;
    for (const [kind, count] of [
      ["decisions", decided],
      ["people", byPeople],
      ["all", events.length],
    ] as const) {
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: kind }).click();
      await untilTrue(page, `document.querySelectorAll("[data-seq]").length === ${count}`);
    }
    await rig.kill();
    await page.locator(".connection:not(.live)").waitFor();
    await rig.start();
    await rig.client().pause({ id: "app-12" });
    await page.locator("[data-gap]").waitFor();
    const later = await rig.client().eventPage({ session: "app-12", limit: 1_000 });
    expect(later.events.length).toBeGreaterThan(events.length);
    await untilTrue(page, `document.querySelectorAll("[data-seq]").length === ${later.events.length}`);
  });

  test("25: a lost connection is said, ages stand still, sending waits with a reason, and nothing is missing afterwards", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/sessions/app-12");
    await page.locator("[data-composer]").fill("Go on");
    const send = page.getByRole("button", { name: "Send message" });
    await soon(() => send.isDisabled()).toBe(false);
    const places = `JSON.stringify([...document.querySelectorAll("h1, .tab, [data-why], [data-composer], .facts dd")].map((e) => { const { x, y } = e.getBoundingClientRect(); return [x, y]; }))`;
    const before = await page.evaluate(places);
    await rig.kill();
    await page.locator(".connection.reconnecting").waitFor();
    await page.locator('.away:has-text("as of")').waitFor();
    await soon(() => send.isDisabled()).toBe(true);
    await soon(() => page.locator("#composer-fate").textContent()).toContain("the daemon does not answer");
    const age = await page.locator(".why-line .age").textContent();
    expect(await page.evaluate(places)).toBe(before);
    // The mark counts seconds all the while; the ages do not.
    await soon(() => page.locator(".connection").textContent()).toMatch(/[2-9] s/);
    expect(await page.locator(".why-line .age").textContent()).toBe(age);
    await rig.start();
    await rig.client().pause({ id: "app-12" });
    await page.locator(".connection.live").waitFor();
    await page.locator(".away").waitFor({ state: "detached" });
    await untilTrue(page, "document.querySelector('.session-rail').textContent.includes('paused')");
    await soon(() => send.isDisabled()).toBe(false);
  });

  test("27: each address opens its state in a fresh browser, and Back returns", async () => {
    const rig = await aFleetApi();
    const addresses = [
      ["/?q=parser&view=list", '[data-session="app-9"]'],
      ["/?open=done", '[data-column="done"] [data-session="app-1"]'],
      ["/?find=%3Etheme", '[role="option"]:has-text("Switch theme")'],
      ["/sessions/app-12/timeline?show=people", '[aria-pressed="true"]:text-is("people")'],
      ["/fleet?period=month", '[aria-pressed="true"]:text-is("month")'],
      ["/settings?view=force&q=scm", ".settings-row"],
      ["/no/such/page", "h1:has-text('There is no page')"],
    ] as const;
    const page = await open(rig, "/");
    for (const [address, sign] of addresses) {
      await page.goto(`${rig.url}${address}`);
      await page.locator(sign).first().waitFor();
      expect(page.url()).toBe(`${rig.url}${address}`);
    }
    await page.goto(`${rig.url}/`);
    await page.locator('[data-session="app-12"] .card-title').click();
    await page.locator('.tab:has-text("Timeline")').click();
    await page.locator(".timeline").waitFor();
    await page.goBack();
    await page.locator("[data-composer]").waitFor();
    await page.goBack();
    await page.locator('[data-session="app-12"] .card-title').waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("12: nothing is animated for ever; what works pulses when something happened to it, and not before or after", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    await page.locator('[data-session="app-12"]').waitFor();
    const endless = `[...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => /infinite/.test(r.cssText)).length`;
    expect(await page.evaluate(endless)).toBe(0);
    await page.evaluate(
      `window.beats = []; addEventListener("animationstart", (event) => { if (event.animationName === "beat") window.beats.push(event.target.closest("[data-session]").dataset.session); });`,
    );
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    expect(await page.evaluate("window.beats")).toEqual([]);
    rig.engine.take([
      {
        news: {
          kind: "command_given",
          by: { kind: "person", name: "Maria" },
          command: { kind: "pause", session: sessionId("app-12") },
        },
      },
    ]);
    await soon(() => page.evaluate("window.beats")).toEqual(["app-12"]);
    await untilTrue(page, "document.getAnimations().length === 0");
    await goTo(page, "/projects");
    await page.locator(".tile").first().waitFor();
    await goTo(page, "/");
    await page.locator('[data-session="app-12"]').waitFor();
    expect(await page.evaluate("window.beats")).toEqual(["app-12"]);
  });

  test("13: where less motion is wanted there is none", async () => {
    const page = await open(await aFleetApi(), "/", { ...wide, reducedMotion: true });
    await page.locator(".card").first().waitFor();
    const longest = await page.evaluate(
      `Math.max(...[...document.querySelectorAll("*")].flatMap((e) => { const s = getComputedStyle(e); return [s.animationDuration, s.transitionDuration].join(",").split(",").map(parseFloat); }))`,
    );
    expect(longest).toBe(0);
  });

  test("14: no card moves under the pointer; what waits is counted, and applied when asked for", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const card = page.locator('[data-column="needs_you"] [data-session="app-8"]');
    await card.hover();
    await rig.client().answer({ id: "app-8", content: "French" });
    const marker = page.locator('[data-column="needs_you"] .updates.shown');
    await soon(() => marker.textContent()).toBe("1 update");
    expect(await card.count()).toBe(1);
    await marker.click();
    await card.waitFor({ state: "detached" });
  });

  test("14: a column is free again when the pointer leaves it: what was answered goes, and what comes is shown", async () => {
    const rig = await aFleetApi();
    const page = await open(rig, "/");
    const card = page.locator('[data-column="needs_you"] [data-session="app-7"]');
    await card.getByRole("button", { name: "Redis" }).click();
    await card.getByText("Moved to Working.").waitFor();
    await page.mouse.move(5, 5);
    await card.waitFor({ state: "detached" });
    const known = rig.store.sessions.get(sessionId("app-7"));
    if (known === null) throw new Error("app-7 is gone");
    rig.store.sessions.save({ ...known, ...asks([]) }, { wants: null, dueMs: null });
    await rig.client().pause({ id: "app-7" });
    await card.waitFor();
  });
});
