import { expect, test } from "vitest";
import { anApi } from "../../../../test/fixtures/daemon-api.ts";
import { aSession, theSession } from "../../../../test/fixtures/domain.ts";
import { messageId, projectId, turnId } from "../../../domain/model/ids.ts";
import { limits } from "../../../domain/model/limits.ts";
import { createProject } from "../../../domain/core/project.ts";
import type { Store } from "../../../store/open.ts";

test("what turns have cost is summed by day, agent, project, issue and session", async () => {
  const rig = await anApi({ facts: (store) => paid(store) });
  const report = await rig.client().usage({});
  const one = { turns: 3, usd: 0.75, tokens: 300, cacheReadTokens: 9, unknownTurns: 1 };
  expect(report).toMatchObject({ days: 7, total: one });
  expect(report.byDay.map(({ usd, tokens }) => [usd, tokens])).toEqual([[0.75, 300]]);
  expect(report.bySession).toMatchObject([{ name: theSession, ...one }]);
  expect(report.byProject).toMatchObject([{ name: "app", ...one }]);
  expect(report.byAgent).toHaveLength(1);
  expect((await rig.client().usage({ project: "elsewhere" })).total.turns).toBe(0);
});

/** Two turns that ended now, one whose process is gone, and one that is open. */
function paid(store: Store): void {
  store.sessions.save(aSession(), { wants: null, dueMs: null });
  for (const n of [1, 2, 3, 4])
    store.turns.add({ id: turnId(`t${n}`), session: theSession, n, message: messageId("m"), startedMs: n });
  store.turns.end(turnId("t1"), Date.now(), { usd: 0.25, tokens: 100 });
  store.turns.end(turnId("t2"), Date.now(), { usd: 0.5, tokens: 200, cacheReadTokens: 9 });
  store.turns.endGone(turnId("t3"), Date.now(), { usd: 0, tokens: 0, unknownTurns: 1 });
  // What was told before stays.
  store.turns.endGone(turnId("t2"), Date.now(), { usd: 0, tokens: 0, unknownTurns: 1 });
}

test("the day's budget is that of all projects; of one project it is its own where that is tighter", async () => {
  const now = Math.floor(Date.now() / limits.dayMs) * limits.dayMs;
  const spent = (id: string, usd: number) => ({
    ...createProject(projectId(id), "main"),
    spentToday: { dayStartsWallMs: now, usage: { usd, tokens: 1 } },
  });
  const rig = await anApi({
    facts: (store) => {
      store.projects.save(spent("app", 3));
      store.projects.save(spent("removed", 4));
    },
  });
  expect((await rig.client().usage({})).today).toEqual({
    spent: { usd: 7, tokens: 2 },
    budget: { usd: 50, tokens: null },
  });
  expect((await rig.client().usage({ project: "app" })).today).toEqual({
    spent: { usd: 3, tokens: 1 },
    budget: { usd: null, tokens: null },
  });
});
