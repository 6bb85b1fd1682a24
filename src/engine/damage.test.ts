/** Rows that no code can read or decide any more: each is put out of the way, a person hears once, and work goes on. */
import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { closing, manySeen, notice, poison, seen } from "../../test/fixtures/daemon-news.ts";
import { aChange, queued } from "../../test/fixtures/domain.ts";
import { changeId } from "../domain/ids.ts";
import { limits } from "../domain/limits.ts";
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
  expect(titlesTold(rig)).toHaveLength(1);
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

test("a board that cannot be read is no fault of the news: they are decided, and a person hears once", async () => {
  const rig = await anEngine({
    facts: (store) =>
      store.changes.save(aChange({ id: changeId("c2"), session: null, queue: queued() }), { dueMs: null }),
  });
  rig.meddle("UPDATE changes SET doc = '{' WHERE id = 'c2'");
  rig.take(seen("1"));
  rig.take(seen("2"));
  await rig.pass(5 * MINUTE_MS);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(2);
  expect(rig.store.inbox.putAside(10)).toEqual([]);
  expect(titlesTold(rig)).toEqual(["set aside · the plan"]);
});
