import { expect, onTestFinished, test } from "vitest";
import { anEngine } from "../../test/fixtures/daemon-engine.ts";
import { closing } from "../../test/fixtures/daemon-news.ts";
import { limits } from "../domain/model/limits.ts";
import { failed } from "../slots/result.ts";
import { openStore, type Store } from "../store/open.ts";
import { CountedTime } from "./counted-time.ts";
import type { Clock } from "./deps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const monday = 1_767_571_200_000;

/** A wall clock that a test sets, and the time the engine makes of it. */
class Hands {
  wallMs = monday;
  readonly store: Store = openStore({ memory: true });
  private readonly clock: Clock = {
    wallMs: () => this.wallMs,
    weekMinute: () => 0,
    after: () => () => undefined,
    soon: () => undefined,
  };

  /** The engine's time in a new life of the daemon. */
  boot(): CountedTime {
    return new CountedTime(this.store, this.clock);
  }
}

function aClock(): Hands {
  const hands = new Hands();
  onTestFinished(() => hands.store.close());
  return hands;
}

/** Counted since Monday. */
function counted(time: CountedTime): number {
  return time.now().countedMs - monday;
}

test("while somebody looks often enough, all time counts", () => {
  const hands = aClock();
  const time = hands.boot();
  for (let n = 1; n <= 60; n += 1) {
    hands.wallMs += MINUTE_MS;
    expect(counted(time)).toBe(n * MINUTE_MS);
  }
});

test("a look that is late by no more than the limit is only late", () => {
  const hands = aClock();
  const time = hands.boot();
  counted(time);
  hands.wallMs += limits.tickLateMs;
  expect(counted(time)).toBe(limits.tickLateMs);
});

test("a sleep is taken out of every duration, and the wall clock goes on", () => {
  const hands = aClock();
  const time = hands.boot();
  hands.wallMs += MINUTE_MS;
  expect(counted(time)).toBe(MINUTE_MS);
  hands.wallMs += 8 * HOUR_MS;
  expect(time.now()).toMatchObject({ wallMs: monday + MINUTE_MS + 8 * HOUR_MS, countedMs: monday + MINUTE_MS });
  hands.wallMs += MINUTE_MS;
  expect(counted(time)).toBe(2 * MINUTE_MS);
});

test("planned silence is not sleep", () => {
  const hands = aClock();
  const time = hands.boot();
  counted(time);
  time.expectLook(20 * MINUTE_MS);
  hands.wallMs += 20 * MINUTE_MS;
  expect(counted(time)).toBe(20 * MINUTE_MS);
});

test("of a planned silence that became a sleep only what was not planned is taken out", () => {
  const hands = aClock();
  const time = hands.boot();
  counted(time);
  time.expectLook(20 * MINUTE_MS);
  hands.wallMs += 8 * HOUR_MS;
  expect(counted(time)).toBe(20 * MINUTE_MS);
});

test("a look before the planned one does not end the plan", () => {
  const hands = aClock();
  const time = hands.boot();
  counted(time);
  time.expectLook(20 * MINUTE_MS);
  hands.wallMs += 5 * MINUTE_MS;
  expect(counted(time)).toBe(5 * MINUTE_MS);
  hands.wallMs += 15 * MINUTE_MS;
  expect(counted(time)).toBe(20 * MINUTE_MS);
});

test("a clock that is set back stops no duration and runs none twice", () => {
  const hands = aClock();
  const time = hands.boot();
  hands.wallMs += MINUTE_MS;
  counted(time);
  hands.wallMs -= 5 * HOUR_MS;
  expect(counted(time)).toBe(MINUTE_MS);
  time.expectLook(MINUTE_MS);
  hands.wallMs += MINUTE_MS;
  expect(counted(time)).toBe(2 * MINUTE_MS);
});

test("a sleep after the clock was set back is still seen", () => {
  const hands = aClock();
  const time = hands.boot();
  hands.wallMs -= 5 * HOUR_MS;
  expect(counted(time)).toBe(0);
  time.expectLook(MINUTE_MS);
  hands.wallMs += 8 * HOUR_MS;
  expect(counted(time)).toBe(MINUTE_MS);
});

test("the time the daemon was down is taken out", () => {
  const hands = aClock();
  const before = hands.boot();
  hands.wallMs += MINUTE_MS;
  counted(before);
  before.remember();
  hands.wallMs += 3 * HOUR_MS;
  const after = hands.boot();
  expect(counted(after)).toBe(MINUTE_MS);
  hands.wallMs += MINUTE_MS;
  expect(counted(after)).toBe(2 * MINUTE_MS);
});

test("a quick restart loses nothing, and earlier sleeps stay taken out", () => {
  const hands = aClock();
  const before = hands.boot();
  hands.wallMs += 3 * HOUR_MS;
  expect(counted(before)).toBe(0);
  before.remember();
  hands.wallMs += MINUTE_MS;
  expect(counted(hands.boot())).toBe(MINUTE_MS);
});

test("a clock that was set back while the daemon was down stands still, and goes on", () => {
  const hands = aClock();
  const before = hands.boot();
  hands.wallMs += MINUTE_MS;
  counted(before);
  before.remember();
  hands.wallMs -= 3 * HOUR_MS;
  const after = hands.boot();
  expect(counted(after)).toBe(MINUTE_MS);
});

test("a machine that sleeps through a back-off takes the rest of it after it woke", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) => (nth <= 8 ? failed("unavailable", "down") : "done"));
  rig.ask(closing("close"));
  await rig.pass(130_000);
  expect(rig.plugins.asked("tracker.close")).toHaveLength(8);
  rig.clock.jump(8 * HOUR_MS);
  await rig.pass(124_000);
  expect(rig.plugins.asked("tracker.close")).toHaveLength(8);
  await rig.pass(1_000);
  expect(rig.plugins.asked("tracker.close")).toHaveLength(9);
});

test("a clock that is set back by a day does not stop the regular looks at the world", async () => {
  const rig = await anEngine();
  await rig.pass(MINUTE_MS);
  const looks = rig.plugins.asked("tracker.since").length;
  rig.clock.jump(-24 * HOUR_MS);
  await rig.pass(10 * MINUTE_MS);
  expect(rig.plugins.asked("tracker.since").length - looks).toBeGreaterThanOrEqual(19);
});

test("an engine that plans a long silence does not take it for sleep", async () => {
  const rig = await anEngine({ sweepMs: 20 * MINUTE_MS });
  const before = rig.engine.now();
  await rig.pass(100 * MINUTE_MS);
  expect(rig.engine.now().countedMs - before.countedMs).toBe(100 * MINUTE_MS);
});
