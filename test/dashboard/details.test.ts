/** What cards and pages say of a session, in a real browser: the question itself, the acts that work, the order of landing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeId, commitSha, sessionId } from "../../src/domain/model/ids.ts";
import { getOpenTurn } from "../../src/domain/session/session.ts";
import { aChange as aForgeChange } from "../../src/plugins/local/testing/deeds.ts";
import { runScript } from "../../src/plugins/local/testing/check-options.ts";
import type { Store } from "../../src/store/open.ts";
import { aFleet, aFleetApi, asks, ofIssue } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, noFaults, soon, useBrowser, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { aChange, aSession, asking, queued, reported } from "../fixtures/domain.ts";
import { anApiOnForge } from "../fixtures/forge-api.ts";
import { aRules } from "../fixtures/rules.ts";

const unsaid = { wants: null, dueMs: null };
const CHATTER = "Reading the issue and the code around it. There are two ways to do it. ";

/** Beside the usual fleet: an agent that talks before it asks, and two that wait to land, the younger one first to ask. */
function aTalkativeFleet(store: Store): void {
  aFleet(store);
  const asker = store.sessions.get(sessionId("app-7"));
  const { question, ...phase } = asking(null, ["Redis", "In memory"]);
  if (asker === null) throw new Error("the fleet has no app-7");
  const text = `${CHATTER}Which store should the limiter use?`;
  store.sessions.save({ ...asker, ...asks([]), phase: { ...phase, question: { ...question, text } } }, unsaid);
  for (const [n, requestedAtMs] of [
    [41, 2_000],
    [42, 1_000],
  ] as const) {
    const [session, id] = [sessionId(`app-${n}`), changeId(`c${n}`)];
    const branch = `agent/app-${n}`;
    store.sessions.save(aSession({ id: session, branch, title: `Task ${n}`, role: ofIssue(n) }), unsaid);
    const head = { ...aChange().head, commit: commitSha(`h${n}`) };
    const queue = { ...queued(), requestedAtMs };
    store.changes.save(aChange({ id, session, branch, head, round: reported("passed"), queue }), { dueMs: null });
  }
}

describe.runIf(hasBrowser)(`what is said of a session${why}`, () => {
  const open = useBrowser();

  test("a card asks what the agent asks, Landing has the order of landing, and nothing is offered that cannot be done", async () => {
    const rig = await aFleetApi({ facts: aTalkativeFleet });
    const worker = rig.store.sessions.get(sessionId("app-12"));
    const turn = worker === null ? null : getOpenTurn(worker);
    const folder = join(rig.home.turns, turn?.id ?? "");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "launch.json"), JSON.stringify({ session: "app-12", bootId: "b", hasScreen: false }));
    const page = await open(rig, "/");
    await soon(() => page.locator('[data-session="app-7"] .card-why').textContent()).toBe(
      'Asks: "Which store should the limiter use?" Waits for you.',
    );
    const waits = "Checks on 1234567: `test` waits for other checks, 12th of 34 in line; 1 more not finished.";
    const cut = page.locator('[data-column="landing"] [data-session="app-41"] .card-why').evaluate((why, text) => {
      why.textContent = text;
      return why.scrollHeight > why.clientHeight;
    }, waits);
    expect(await cut, "a card cuts the half of a sentence that matters").toBe(false);
    await soon(() =>
      page
        .locator('[data-column="landing"] [data-session]')
        .evaluateAll((all) => all.map((one) => one.dataset["session"])),
    ).toEqual(["app-42", "app-41"]);

    await goTo(page, "/sessions/app-12");
    await soon(() => page.locator(".session-act .button").textContent()).toBe("Send message");
    await page.locator(".attach").waitFor();
    await goTo(page, "/sessions/app-12/terminal");
    await page.locator("[data-terminal]").waitFor();
    expect(await page.getByRole("button", { name: "Take over" }).count()).toBe(0);

    await goTo(page, "/sessions/app-42");
    await page.locator('[data-why]:has-text("In the queue")').waitFor();
    await page.locator('.facts:has-text("Change")').waitFor();
    await soon(() => page.locator(".why-facts h2").allTextContents()).toEqual([]);
    await goTo(page, "/sessions/app-1");
    await page.locator('[data-why]:has-text("Stopped.")').waitFor();
    expect(await page.locator(".attach").count()).toBe(0);
    // The one button restores it, and nothing else can be done with it.
    await soon(() => page.locator(".session-act .button").allTextContents()).toEqual(["Restore session"]);
    expect(await page.getByRole("button", { name: "More to do" }).count()).toBe(0);
  });

  test("without an agent that can start, Start is disabled and says what is missing", async () => {
    const page = await open(await anApi({ whyNoAgent: () => "its program is not installed" }), "/");
    await page.getByLabel("First task").fill("Make the tests pass");
    const start = page.getByRole("button", { name: "Start session" });
    await soon(() => start.isDisabled()).toBe(true);
    await soon(() => page.locator("#start-why").textContent()).toMatch(/ cannot start: its program is not installed$/);
    await goTo(page, "/projects");
    await soon(() => page.locator(".tile .problem").textContent()).toContain(
      "No session starts: its program is not installed",
    );
  });

  test("an agent that is not logged in says so, with what to type, where agents are chosen", async () => {
    const login = { state: "not_logged_in", fix: "run `codex login`" } as const;
    const page = await open(await anApi({ context: { loginOf: () => login } }), "/");
    await soon(() => page.locator(".option:has(> span:text-is('codex'))").textContent()).toContain(
      "not logged in: run `codex login`",
    );
  });

  test("checks are run again from their page, also those that passed", async () => {
    let runs = 0;
    const made = await anApiOnForge(
      {
        rules: aRules({ autoAssign: false, policy: { approvals: 1, requiredChecks: ["test"] } }),
        facts: (store) => store.sessions.save(aSession({ id: sessionId("shop-a"), branch: "agent/a" }), unsaid),
      },
      { checks: { settings: { commands: { test: { command: runScript("process.exit(0)"), timeoutMs: 10_000 } } } } },
    );
    await aForgeChange(made, { files: { "lib/new.ts": "export const more = 1;\n" } });
    const counted = async () => {
      const { events } = await made.rig.client().eventPage({ session: "shop-a", limit: 1_000 });
      return events.filter(({ kind }) => kind === "checks_finished").length;
    };
    const page = await open(made.rig, "/sessions/shop-a/checks");
    await page.locator('.check[data-verdict="passed"]').waitFor();
    runs = await counted();
    await page.getByRole("button", { name: "Run again" }).click();
    await soon(counted).toBe(runs + 1);
    await page.locator('.check[data-verdict="passed"]').waitFor();
  });

  test("the default branch is checked from the projects page", async () => {
    const { rig } = await anApiOnForge(
      { rules: aRules({ autoAssign: false, watchesBase: false }) },
      { checks: { settings: { commands: { test: { command: runScript("process.exit(0)"), timeoutMs: 10_000 } } } } },
    );
    const page = await open(rig, "/projects");
    const state = page.locator("[data-base]");
    await soon(() => state.getAttribute("data-base")).toBe("unknown");
    await page.getByRole("button", { name: "Run checks" }).click();
    await soon(() => state.getAttribute("data-base")).toBe("green");
  });

  test("a rename is one file, counted once; at 1024 px the diff has the page, and the review bar one row", async () => {
    const text = Array.from({ length: 20 }, (_, n) => `export const n${n} = ${n};\n`).join("");
    const made = await anApiOnForge(
      {
        rules: aRules({ autoAssign: false, policy: { approvals: 1, requiredChecks: ["test"] } }),
        facts: (store) => store.sessions.save(aSession({ id: sessionId("shop-a"), branch: "agent/a" }), unsaid),
      },
      {
        files: { "lib/old.ts": text },
        checks: { settings: { commands: { test: { command: runScript("process.exit(0)"), timeoutMs: 10_000 } } } },
      },
    );
    await aForgeChange(made, { files: { "lib/old.ts": null, "lib/new.ts": `${text}export const more = 1;\n` } });
    const { diffLines, paths } = await made.rig.client().change({ id: "1" });
    // Policy looks at both names, and counts the line that is new.
    expect({ diffLines, paths }).toEqual({ diffLines: 1, paths: ["lib/new.ts", "lib/old.ts"] });
    const page = await open(made.rig, "/sessions/shop-a/changes", { width: 1024, height: 768 });
    await page.locator('.diff-line:has-text("export const more = 1;")').waitFor();
    await soon(() => page.locator(".diff-file").allTextContents()).toEqual([
      expect.stringMatching(/lib\/old\.ts →\s+lib\/new\.ts.*\+1/),
    ]);
    const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { width: 0, height: 0 };
    expect((await box(".diff")).width).toBeGreaterThan(760);
    expect((await box(".review-bar")).height).toBeLessThan(60);
    expect(await page.locator(".session-rail").isVisible()).toBe(false);
    await noFaults(page);
    await page.getByRole("button", { name: "Facts" }).click();
    await page.locator(".session-rail").waitFor();
  });
});
