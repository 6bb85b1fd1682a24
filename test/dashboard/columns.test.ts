/** Whose turn it is: which column a card stands in, and by which shape and word it is known. */
import { describe, expect, test } from "vitest";
import { changeId, sessionId } from "../../src/domain/model/ids.ts";
import type { Session } from "../../src/domain/session/session.ts";
import { failed } from "../../src/slots/result.ts";
import type { Store } from "../../src/store/open.ts";
import { aFleet, aFleetApi, ofIssue } from "../fixtures/a-fleet.ts";
import { hasBrowser, soon, untilTrue, useBrowser, why } from "../fixtures/browser.ts";
import type { Incident } from "../../src/domain/incident/incident.ts";
import { aChange, aSession, byPerson, queued, reported, told, working } from "../fixtures/domain.ts";
import { aRules } from "../fixtures/rules.ts";

const unsaid = { wants: null, dueMs: null };

/** Beside the usual fleet: one that failed, one that lands, one that waits for its workspace. */
function everyState(store: Store): void {
  aFleet(store);
  const save = (id: string, special: Partial<Session>): void =>
    store.sessions.save(
      aSession({ id: sessionId(id), title: id, branch: `agent/${id}`, role: ofIssue(Number(id.slice(4))), ...special }),
      unsaid,
    );
  save("app-20", { phase: { kind: "ended", because: "failed", rescueRef: null, atMs: 5 } });
  save("app-21", { phase: { kind: "ended", because: "landed", rescueRef: null, atMs: 5 } });
  save("app-22", {});
  save("app-23", { phase: { kind: "preparing", step: "workspace" } });
  const of = { session: sessionId("app-22"), id: changeId("c22"), branch: "agent/app-22" };
  store.changes.save(aChange({ ...of, round: reported("passed"), queue: queued() }), { dueMs: null });
}

/** Its check is red; `incident` says who is at it. */
const red =
  (incident: Partial<Incident>, phase = working()) =>
  (store: Store): void => {
    aFleet(store);
    const session = store.sessions.get(sessionId("app-5"));
    const change = store.changes.get(changeId("c5"));
    if (session === null || change === null) throw new Error("the fleet has no app-5");
    store.sessions.save({ ...session, phase }, unsaid);
    store.changes.save({ ...change, round: reported("failed"), incidents: [told(1, incident)] }, { dueMs: null });
  };

describe.runIf(hasBrowser)(`columns${why}`, () => {
  const open = useBrowser();
  const columnOf = (id: string): string =>
    `document.querySelector('[data-session="${id}"]')?.closest("[data-column]")?.dataset.column`;

  test("3: without colour every state is told apart, by its outline and by its word", async () => {
    const page = await open(await aFleetApi({ facts: everyState }), "/?open=done");
    await page.locator(".card").first().waitFor();
    await page.addStyleTag({ content: "html { filter: grayscale(1) }" });
    const words = [...["checking", "done", "failed", "landing", "needs you", "stopped", "waiting to start", "working"]];
    const look = () =>
      page
        .locator(".card")
        .evaluateAll((cards) =>
          cards.map((card) => [
            card.querySelector(".glyph")?.getAttribute("aria-label") ?? "",
            card.querySelector(".glyph")?.innerHTML ?? "",
            card.querySelector(".card-title")?.getAttribute("aria-label") ?? "",
          ]),
        );
    await soon(async () => (await look()).map(([word]) => word)).toEqual(expect.arrayContaining(words));
    const seen = await look();
    const outlines = new Map(seen.map(([word = "", outline = ""]) => [word, outline]));
    expect(new Set(outlines.values()).size).toBe(outlines.size);
    for (const [word = "", outline, name] of seen) {
      expect(outlines.get(word)).toBe(outline);
      expect(name).toContain(word);
    }
  });

  test("9: a red check that the agent mends is working; that nobody may mend, or no longer, needs you", async () => {
    const rig = await aFleetApi({ facts: red({}) });
    const page = await open(rig, "/");
    await untilTrue(page, `${columnOf("app-5")} === "working"`);
    const change = rig.store.changes.get(changeId("c5"));
    const session = rig.store.sessions.get(sessionId("app-5"));
    if (change === null || session === null) throw new Error("app-5 is gone");
    const used = told(2, { owedBy: { kind: "person" }, escalation: byPerson });
    rig.store.transaction(() => {
      rig.store.sessions.save({ ...session, phase: { kind: "resting", workspacePath: "/work" } }, unsaid);
      rig.store.changes.save({ ...change, incidents: [used] }, { dueMs: null });
    });
    await rig.client().pause({ id: "app-5" });
    await untilTrue(page, `${columnOf("app-5")} === "needs_you"`);

    const proposes = await aFleetApi({
      rules: aRules({ autonomy: "propose" }),
      facts: red({ owedBy: { kind: "person" } }, { kind: "resting", workspacePath: "/work" }),
    });
    await untilTrue(await open(proposes, "/"), `${columnOf("app-5")} === "needs_you"`);
  });

  test("10: a review asked of the reader needs them; one that others give is in review", async () => {
    const rules = aRules({ policy: { approvals: 1 } });
    const ours = await open(await aFleetApi({ rules }), "/");
    await untilTrue(ours, `${columnOf("app-5")} === "needs_you"`);
    const theirs = await open(await aFleetApi({ rules, project: { scm: { plugin: "github" } as never } }), "/");
    await untilTrue(theirs, `${columnOf("app-5")} === "in_review"`);
  });

  test("11: what cannot be looked at is not known, with a time; it counts neither as working nor as done", async () => {
    const rig = await aFleetApi({
      plugins: (plugins) => {
        plugins.on("scm.read", () => failed("unavailable", "not now"));
        plugins.on("agent.news", () => failed("unavailable", "tmux did not answer"));
      },
    });
    rig.engine.lookAtTurn(sessionId("app-12"));
    await soon(async () => (await rig.client().status({ id: "app-12" })).attention.code).toBe("unknown");
    const page = await open(rig, "/");
    const card = page.locator('[data-session="app-12"]');
    await page.locator('[data-session="app-12"][data-code="unknown"]').waitFor();
    await soon(() => card.locator(".card-why").textContent()).toMatch(
      /^State unknown for \d+ ?\w+: tmux did not answer/,
    );
    await soon(() => card.locator(".glyph").getAttribute("aria-label")).toBe("not known");
    const head = page.locator('[data-column="working"] .column-head');
    await soon(() => head.locator(".column-count").textContent()).toBe("0");
    await soon(() => head.textContent()).toContain("+ 1 not known");
  });
});
