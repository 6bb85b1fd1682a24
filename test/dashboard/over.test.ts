/** The page of a session whose change lands, and of one that is over: nothing on it is offered or asked that cannot be any more. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { changeId, commitSha, sessionId } from "../../src/domain/model/ids.ts";
import type { Session } from "../../src/domain/session/session.ts";
import { failed } from "../../src/slots/result.ts";
import type { Store } from "../../src/store/open.ts";
import { ofIssue } from "../fixtures/a-fleet.ts";
import { goTo, hasBrowser, soon, untilTrue, useBrowser, why } from "../fixtures/browser.ts";
import { anApi } from "../fixtures/daemon-api.ts";
import { aCandidate, aChange, approval, aSession, head, made, queued, reported, thread } from "../fixtures/domain.ts";

const ended = (because: Extract<Session["phase"], { kind: "ended" }>["because"]): Session["phase"] => ({
  ...{ kind: "ended", because, rescueRef: null, atMs: 5 },
});

/** app-1 waits for a review, the change of app-2 lands now, that of app-3 has landed, app-4 was stopped before it could. */
function atEachEnd(store: Store): void {
  const save = (n: number, phase: Session["phase"] | null, change: Parameters<typeof aChange>[0]): void => {
    const id = sessionId(`app-${n}`);
    const special = { ...(phase === null ? {} : { phase }), role: ofIssue(n), branch: `agent/${n}` };
    store.sessions.save(aSession({ id, title: `Task ${n}`, ...special }), { wants: null, dueMs: null });
    store.changes.save(
      aChange({ id: changeId(`c${n}`), session: id, branch: `agent/${n}`, round: reported("passed"), ...change }),
      { dueMs: null },
    );
  };
  const candidate = { ...aCandidate({ kind: "landing", made, judged: [] }), changes: [landing] };
  save(1, null, { threads: [thread("t1")] });
  save(2, null, { reviews: [approval()], queue: queued({ candidate: candidate.id }) });
  save(3, ended("landed"), { reviews: [approval()], state: { kind: "landed", commit: commitSha("landed-1") } });
  save(4, ended("stopped"), { state: { kind: "closed" } });
  store.candidates.save(candidate);
}

const landing = { id: changeId("c2"), head: head("h1").commit };

const headings = (page: Page) => page.locator(".session-rail .why-facts h2");
const attach = (page: Page) => page.getByText("ao attach", { exact: false });

describe.runIf(hasBrowser)(`a session that comes to its end${why}`, () => {
  const open = useBrowser();
  const aRig = () =>
    anApi({
      facts: atEachEnd,
      plugins: (plugins) => plugins.on("scm.read", () => failed("unavailable", "not now")),
    });

  test("while a change waits, the page says why it does not land and how to attach", async () => {
    const page = await open(await aRig(), "/sessions/app-1");
    await soon(() => headings(page).allTextContents()).toEqual(["Why not landing"]);
    expect(await attach(page).count()).toBe(1);
  });

  test("while it lands, nothing asks why it does not", async () => {
    const page = await open(await aRig(), "/sessions/app-2");
    await soon(() => page.locator("[data-why]").textContent()).toMatch(/lands/);
    await readWhy(page);
    expect(await headings(page).allTextContents()).toEqual([]);
    expect(await attach(page).count()).toBe(1);
  });

  test.for([
    ["landed", "app-3"],
    ["was stopped", "app-4"],
  ] as const)("once it %s, nobody is told to attach, nor why it does not land", async ([, id]) => {
    const page = await open(await aRig(), `/sessions/${id}`);
    await page.locator(".session-rail dd:text-is('removed')").waitFor();
    await readWhy(page);
    expect(await headings(page).allTextContents()).toEqual([]);
    expect(await attach(page).count()).toBe(0);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("dialog").textContent()).not.toMatch(/attach/);
  });

  test("the menu offers to restore what landed; where the page's one button does that, there is no menu", async () => {
    const page = await open(await aRig(), "/sessions/app-3");
    const menu = page.getByRole("button", { name: "More to do" });
    await menu.click();
    await soon(() => page.locator(".menu button").allTextContents()).toEqual(["Restore session"]);
    await goTo(page, "/sessions/app-4");
    await page.locator('[data-verb="restore"]').waitFor();
    expect(await menu.count()).toBe(0);
  });
});

/** What the rail shows of reasons is there: it was read after the page was. */
async function readWhy(page: Page): Promise<void> {
  await untilTrue(page, `performance.getEntriesByType("resource").some(({ name }) => /\\/why(\\?|$)/.test(name))`);
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
}
