/** Rows that no code can read or decide any more: each is put out of the way, a person hears once, and work goes on. */
import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { closing, manySeen, notice, poison, seen, sent } from "../../test/fixtures/daemon-news.ts";
import { aChange, anIssue, aSession, queued, theSession } from "../../test/fixtures/domain.ts";
import { aRules } from "../../test/fixtures/rules.ts";
import { changeId, issueId, sessionId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import { failed } from "../slots/result.ts";

const MINUTE_MS = 60_000;

function titlesTold({ plugins }: EngineRig): readonly string[] {
  const notices = plugins.calls.filter(({ name }) => name === "notifier.notify");
  return notices.map(({ args }) => (args[0] as { readonly title: string }).title);
}

test("one that cannot be decided among what a full batch left over is set aside, and the others are decided", async () => {
  const rig = await anEngine();
  rig.take(...manySeen(1, limits.inboxBatchMax), seen("before"), poison("poison"), seen("after"));
  await rig.pass(2 * limits.sweepMs);
  expect(rig.store.inbox.undecided(10)).toEqual([]);
  expect(rig.store.inbox.putAside(10)).toHaveLength(1);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(limits.inboxBatchMax + 2);
  expect(titlesTold(rig)).toEqual(["set aside · issue_observed"]);
});

test("an observation of a kind that nobody knows is set aside like any other", async () => {
  const rig = await anEngine();
  rig.take(seen("1"), { kind: "comet_seen" } as never, seen("2"));
  expect(rig.store.inbox.putAside(10)).toMatchObject([{ kind: "comet_seen" }]);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(2);
});

test("a damaged session whose time is up is told once, and the engine does not spin", async () => {
  const rig = await anEngine();
  rig.meddle("UPDATE sessions SET doc = '{', due_ms = 1");
  await rig.pass(10 * MINUTE_MS);
  expect(titlesTold(rig)).toEqual(["set aside · due"]);
  expect(rig.rows("SELECT seq FROM inbox")).toHaveLength(1);
  await rig.pass(60 * MINUTE_MS);
  expect(titlesTold(rig)).toEqual(["set aside · due", "set aside · row app-7 of sessions"]);
  expect(rig.rows("SELECT seq FROM inbox")).toHaveLength(2);
});

test("a damaged row of the outbox is given up by its number, and the others are performed", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", () => failed("unavailable", "down"));
  rig.ask(closing("damaged"));
  await rig.pass(0);
  rig.meddle("UPDATE outbox SET doc = '{'");
  rig.ask(notice("n"));
  await rig.pass(MINUTE_MS);
  expect(rig.rows("SELECT key, outcome FROM outbox WHERE key IN ('damaged', 'n') ORDER BY key")).toEqual([
    { key: "damaged", outcome: "failed" },
    { key: "n", outcome: "done" },
  ]);
  expect(titlesTold(rig).filter((title) => title.startsWith("set aside"))).toEqual(["set aside · row 1 of the outbox"]);
});

test("a change in the queue that cannot be read keeps nobody else from anything, and a person hears once", async () => {
  const rig = await anEngine({
    facts: (store) =>
      store.changes.save(aChange({ id: changeId("c2"), session: null, queue: queued() }), { dueMs: null }),
  });
  rig.meddle("UPDATE changes SET doc = '{' WHERE id = 'c2'");
  rig.take(seen("1"));
  rig.take(seen("2"));
  await rig.pass(65 * MINUTE_MS);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(2);
  expect(rig.store.inbox.putAside(10)).toEqual([]);
  expect(titlesTold(rig)).toEqual(["set aside · row c2 of changes"]);
});

test("a session that cannot be read and asks for a turn gets none, and keeps no other from one", async () => {
  const wants = { lane: "person", sinceMs: 0 } as const;
  const rig = await anEngine({
    facts: (store) => {
      const role = { kind: "worker", issue: null } as const;
      store.sessions.save(aSession({ id: sessionId("app-bad"), branch: "ao/bad", role }), { wants, dueMs: null });
    },
    before: (rig) => rig.meddle("UPDATE sessions SET doc = '{' WHERE id = 'app-bad'"),
  });
  rig.take(sent("go on"));
  await rig.pass(5 * MINUTE_MS);
  expect(rig.rows("SELECT id FROM sessions WHERE wants_lane IS NOT NULL")).toEqual([]);
  expect(rig.rows("SELECT DISTINCT session FROM turns")).toEqual([{ session: theSession }]);
  expect(rig.store.inbox.putAside(10)).toEqual([]);
  expect(titlesTold(rig).filter((title) => title.startsWith("set aside"))).toEqual([
    "set aside · turn_granted",
    "set aside · row app-bad of sessions",
  ]);
});

test("an issue that cannot be read is not started, and keeps no other from being started", async () => {
  const rig = await anEngine({
    rules: aRules({ autoAssign: true }),
    facts: (store) => store.issues.save(anIssue({ id: issueId("1"), priority: 1 })),
    before: (started) => started.meddle("UPDATE issues SET doc = '{'"),
  });
  rig.take(seen("2"));
  await rig.pass(5 * MINUTE_MS);
  expect(rig.rows("SELECT ready FROM issues WHERE id = '1'")).toEqual([{ ready: 0 }]);
  expect(rig.rows("SELECT issue FROM sessions WHERE issue IS NOT NULL")).toContainEqual({ issue: "2" });
});
