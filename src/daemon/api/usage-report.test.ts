import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import { messageId, turnId } from "../../domain/ids.ts";
import type { Store } from "../../store/open.ts";

test("what turns have cost is summed by day, agent, project, issue and session", async () => {
  const rig = await anApi({ facts: (store) => paid(store) });
  const report = await rig.client().usage({});
  const one = { turns: 2, usd: 0.75, tokens: 300 };
  expect(report).toMatchObject({ days: 7, total: one });
  expect(report.byDay.map(({ usd, tokens }) => [usd, tokens])).toEqual([[0.75, 300]]);
  expect(report.bySession).toMatchObject([{ name: theSession, ...one }]);
  expect(report.byProject).toMatchObject([{ name: "app", ...one }]);
  expect(report.byAgent).toHaveLength(1);
  expect((await rig.client().usage({ project: "elsewhere" })).total.turns).toBe(0);
});

/** Two turns that ended now, and one that is open. */
function paid(store: Store): void {
  store.sessions.save(aSession(), { wants: null, dueMs: null });
  for (const n of [1, 2, 3])
    store.turns.add({ id: turnId(`t${n}`), session: theSession, n, message: messageId("m"), startedMs: n });
  store.turns.end(turnId("t1"), Date.now(), { usd: 0.25, tokens: 100 });
  store.turns.end(turnId("t2"), Date.now(), { usd: 0.5, tokens: 200 });
}
