import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../../test/fixtures/daemon-engine.ts";
import { aProject } from "../../../test/fixtures/domain.ts";
import { app } from "../../../test/fixtures/rules.ts";
import { limits } from "../../domain/model/limits.ts";
import { known, unknown } from "../../domain/model/known.ts";
import type { NoticeTiming } from "../../domain/incident/notice-timing.ts";
import { failed, ok } from "../../slots/result.ts";
import type { Notice } from "../../slots/notifier.ts";
import { openStore, type Store } from "../../store/open.ts";
import { tellHeld } from "./tell-held.ts";

const quietAt = 100;
const timing: NoticeTiming = { quiet: [{ from: quietAt, to: quietAt + 60 }], digestEveryMs: null, digestOf: [] };
const lost = failed("unavailable", "sent, perhaps");

function hold(store: Store, key: string, { dueMs = 1, ...more }: Partial<Notice> & { dueMs?: number } = {}): void {
  const notice: Notice = { key, title: key, message: "m", level: "action", sessionId: null, url: null, ...more };
  const row = { notice: key, notifier: "notifier", project: app, due_ms: dueMs, doc: JSON.stringify(notice) };
  store.transaction(() => store.heldNotices.hold({ ...row, message_key: null }));
}

/** Two notices that are due on a channel that keeps a record of what it took; the answer to the first message gets lost. */
function aDesk({ remembers = true } = {}) {
  const store = openStore({ memory: true });
  const told: Notice[] = [];
  const state = { isDown: false };
  const channel = {
    name: "notifier",
    notify: async (notice: Notice) => {
      told.push(notice);
      return told.length === 1 ? lost : ok(null);
    },
    wasSent: async (key: string) => {
      if (state.isDown) return failed("unavailable", "down");
      return ok(remembers ? known(told.some((notice) => notice.key === key)) : unknown("no record is kept"));
    },
  };
  for (const key of ["a", "b"]) hold(store, key, { about: { kind: "base_red", project: app } });
  const tell = (minute = 0) =>
    tellHeld({
      store,
      timing: () => timing,
      channelOf: () => channel,
      clock: { wallMs: () => 5, weekMinute: () => minute },
      mayStillArrive: () => false,
    });
  return { store, state, tell, told, waiting: () => store.heldNotices.due(5).length };
}

const mainIsGreen = (store: Store): void => store.transaction(() => store.projects.save(aProject()));

test("what is held waits while it is quiet again", async () => {
  const { tell, told, waiting } = aDesk();
  await tell(quietAt + 30);
  expect([told.length, waiting()]).toEqual([0, 2]);
});

test.each([
  ["is told once where the channel knows what it was sent", true, 1],
  ["is told again where nobody can tell", false, 2],
])("a message of several whose answer got lost %s", async (_, remembers, times) => {
  const { tell, told, waiting } = aDesk({ remembers });
  await tell();
  expect(waiting()).toBe(2);
  await tell();
  await tell();
  expect([told.length, waiting()]).toEqual([times, 0]);
});

test("a channel that does not say whether it was told is asked again, not told again", async () => {
  const { state, tell, told, waiting } = aDesk();
  await tell();
  state.isDown = true;
  await tell();
  expect([told.length, waiting()]).toEqual([1, 2]);
  state.isDown = false;
  await tell();
  expect([told.length, waiting()]).toEqual([1, 0]);
});

test("what comes due later is a message of its own: what may have been told is not told with it", async () => {
  const { store, tell, told, waiting } = aDesk();
  await tell();
  hold(store, "c");
  await tell();
  expect([told.map(({ title }) => title), waiting()]).toEqual([["2 notices", "c"], 0]);
});

test("one alone that may have been told is not told with what comes due later", async () => {
  const { store, tell, told } = aDesk();
  store.transaction(() => store.heldNotices.letGo({ notice: "b", notifier: "notifier" }));
  await tell();
  hold(store, "c");
  await tell();
  expect(told.map(({ key }) => key)).toEqual(["a", "c"]);
});

test("a message that may have been told is the same one when a part of it is over", async () => {
  const { store, tell, told, waiting } = aDesk();
  hold(store, "c");
  await tell();
  mainIsGreen(store);
  await tell();
  expect([told.map(({ title }) => title), waiting()]).toEqual([["3 notices"], 0]);
});

test("what is over is left out of a message that is told again; one alone is told as it is", async () => {
  const { store, tell, told } = aDesk({ remembers: false });
  hold(store, "c", { sessionId: "app-7" });
  await tell();
  mainIsGreen(store);
  await tell();
  expect(told[1]).toMatchObject({ key: told[0]?.key, title: "c", message: "m", sessionId: "app-7" });
});

/** It has told a message of two in its first sweep, and dies before the answer comes. */
async function aDeadDaemon(): Promise<EngineRig> {
  const rig = await anEngine({
    sweepMs: limits.noticeOnItsWayMs - 2_000,
    before: ({ store, clock, plugins }) => {
      for (const key of ["a", "b"]) hold(store, key, { dueMs: clock.wallMs });
      plugins.on("notifier.notify", ({ nth }) => (nth === 1 ? "silence" : "done"));
    },
    notices: { timing: () => timing },
  });
  expect(rig.plugins.asked("notifier.notify")).toHaveLength(1);
  rig.kill();
  return rig;
}

const asked = ({ plugins }: EngineRig, method: string): number => plugins.asked(`notifier.${method}`).length;

test("a channel is not asked while the message of a dead daemon may still be on its way", async () => {
  const rig = await aDeadDaemon();
  const before = asked(rig, "wasSent");
  rig.plugins.on("notifier.wasSent", () => ({ value: known(true) }));
  await rig.start();
  await rig.pass(limits.noticeOnItsWayMs - 1);
  expect([asked(rig, "wasSent") - before, asked(rig, "notify")]).toEqual([0, 1]);
  await rig.pass(limits.noticeOnItsWayMs);
  expect([asked(rig, "wasSent") - before, asked(rig, "notify")]).toEqual([1, 1]);
  expect(rig.store.heldNotices.due(rig.clock.wallMs)).toEqual([]);
});

test("what a dead daemon has told nobody does not wait", async () => {
  const rig = await aDeadDaemon();
  hold(rig.store, "c", { dueMs: rig.clock.wallMs });
  await rig.start();
  expect(rig.plugins.asked("notifier.notify").slice(1)).toEqual(["c"]);
});
