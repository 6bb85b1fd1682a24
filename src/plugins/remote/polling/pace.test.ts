import { expect, test } from "vitest";
import { VirtualClock } from "../../../../test/world/clock.ts";
import type { HintKind } from "../../../slots/hint.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { createPacedTracker } from "./paced-tracker.ts";
import { createPace } from "./pace.ts";

const MINUTE_MS = 60_000;

/** Looked at every half minute, as the engine does. */
function anHour(options: { strain?: () => number; isAlive?: boolean; hints?: readonly number[]; fromMs?: number }) {
  let nowMs = 0;
  const { strain = () => 1, isAlive = false, hints = [], fromMs = 0 } = options;
  const pace = createPace({ everyMs: () => MINUTE_MS, strain, wallMs: () => nowMs, kinds: ["changes"] });
  const asked: number[] = [];
  for (; nowMs < fromMs + 60 * MINUTE_MS; nowMs += MINUTE_MS / 2) {
    if (hints.includes(nowMs)) pace.wake();
    if (!pace.isDue()) continue;
    if (nowMs >= fromMs) asked.push(nowMs);
    pace.found(isAlive);
  }
  return asked.length;
}

test.for<[name: string, options: Parameters<typeof anHour>[0], asked: number]>([
  ["while something goes on", { isAlive: true }, 60],
  ["when nothing has moved for half an hour, half as often", {}, 45],
  ["when nothing has moved for two hours, a fourth as often", { fromMs: 120 * MINUTE_MS }, 15],
  ["when the quota runs low, as much slower as it must last", { isAlive: true, strain: () => 5 }, 12],
  ["with webhooks when one came, and every ten minutes", { isAlive: true, hints: [0, 5 * MINUTE_MS] }, 7],
  ["with webhooks when the quota would not last for that", { isAlive: true, hints: [0], strain: () => 15 }, 4],
])("asked in an hour %s: %s", ([, options, asked]) => {
  expect(anHour(options)).toBe(asked);
});

test("whoever did something looks at once, and as often as before", () => {
  let nowMs = 0;
  const pace = createPace({ everyMs: () => MINUTE_MS, strain: () => 1, wallMs: () => nowMs, kinds: ["changes"] });
  expect([pace.isDue(), pace.isDue()]).toEqual([true, false]);
  nowMs = 120 * MINUTE_MS;
  expect(pace.isDue()).toBe(true);
  nowMs += MINUTE_MS;
  expect(pace.isDue()).toBe(false);
  pace.soon();
  expect([pace.isDue(), pace.isDue()]).toEqual([true, false]);
  nowMs += MINUTE_MS;
  expect(pace.isDue()).toBe(true);
});

/** A pace that is looked at whenever it says that it is time; what was asked, in seconds. */
function hinted(options: { readonly strain?: number; readonly kinds?: readonly HintKind[] } = {}) {
  const clock = new VirtualClock();
  const { strain = 1, kinds = ["changes", "reviews", "checks"] } = options;
  const begunMs = clock.wallMs;
  const asked: number[] = [];
  const look = (): void => {
    if (!pace.isDue()) return;
    asked.push((clock.wallMs - begunMs) / 1_000);
    // Somebody waits for something to move.
    pace.found(true);
  };
  const pace = createPace({
    ...{ everyMs: () => MINUTE_MS, strain: () => strain, wallMs: () => clock.wallMs, kinds },
    later: { after: (ms, run) => clock.after(ms, run), onDue: look },
  });
  look();
  const wake = (of?: HintKind): void => {
    pace.wake(of);
    look();
  };
  /** Each hint after so many milliseconds. */
  const hints = (count: number, everyMs: number): void => {
    for (let n = 1; n <= count; n += 1) clock.after(n * everyMs, () => wake("checks"));
    while (clock.step());
  };
  const lookFor = (minutes: number): number => {
    const before = asked.length;
    for (let n = 1; n <= minutes * 2; n += 1) clock.after((n * MINUTE_MS) / 2, look);
    while (clock.step());
    return asked.length - before;
  };
  return { asked, wake, hints, lookFor, pace, clock };
}

test("many hints in a row cause a look each five seconds, and one after the last", () => {
  const { asked, hints } = hinted();
  hints(400, 62);
  expect(asked).toEqual([0, 5, 10, 15, 20, 25]);
});

test("when the quota runs low hints are followed as much slower", () => {
  const { asked, hints } = hinted({ strain: 4 });
  hints(400, 62);
  expect(asked).toEqual([0, 20, 40]);
});

test.for<[what: string, told: readonly HintKind[], asked: number]>([
  ["every kind", ["changes", "reviews", "checks"], 6],
  ["pushes alone", ["other"], 60],
  ["checks alone", ["checks"], 60],
  ["all but reviews", ["changes", "checks"], 60],
])("a sender that tells of %s slows what is asked of itself only where it tells of all", ([, told, asked]) => {
  const { wake, lookFor, clock } = hinted();
  clock.after(MINUTE_MS, () => told.forEach((of) => wake(of)));
  while (clock.step());
  expect(Math.abs(lookFor(60) - asked)).toBeLessThanOrEqual(1);
});

test("nobody is told of a hint any more when the pace has ended", () => {
  const { asked, pace, clock } = hinted();
  pace.wake("checks");
  pace.stop();
  while (clock.step());
  expect(asked).toEqual([0]);
});

test("a clock that was set back does not stop the looks", () => {
  let nowMs = 1_000 * MINUTE_MS;
  const pace = createPace({ everyMs: () => MINUTE_MS, strain: () => 1, wallMs: () => nowMs, kinds: ["changes"] });
  pace.isDue();
  nowMs = 0;
  expect(pace.isDue()).toBe(true);
});

const aTracker = (parts: Partial<TrackerPlugin>): TrackerPlugin => parts as TrackerPlugin;

test("a tracker is asked for news at its pace, and at once by whoever has read nothing yet or was woken", async () => {
  let nowMs = 0;
  const asked: (string | null)[] = [];
  const since: TrackerPlugin["since"] = async (cursor) => {
    asked.push(cursor);
    return ok({ issues: [], cursor: "c1" });
  };
  const pace = createPace({ everyMs: () => MINUTE_MS, strain: () => 1, wallMs: () => nowMs, kinds: ["changes"] });
  const tracker = createPacedTracker(aTracker({ since }), pace);
  await tracker.since(null);
  expect(await tracker.since("c1")).toEqual(ok({ issues: [], cursor: "c1", unasked: true }));
  await tracker.since(null);
  expect(asked).toEqual([null, null]);
  nowMs = 5_000;
  tracker.wake?.();
  await tracker.since("c1");
  nowMs = 11 * MINUTE_MS;
  await tracker.since("c1");
  expect(asked).toEqual([null, null, "c1", "c1"]);
});

test("a look that failed is repeated after the usual while, however rarely it would be otherwise", async () => {
  let nowMs = 0;
  const answers = [ok({ issues: [], cursor: "c1" }), failed("unavailable", "502"), ok({ issues: [], cursor: "c2" })];
  const since: TrackerPlugin["since"] = async () => answers.shift() ?? failed("unavailable", "asked too often");
  const pace = createPace({ everyMs: () => MINUTE_MS, strain: () => 1, wallMs: () => nowMs, kinds: ["changes"] });
  const tracker = createPacedTracker(aTracker({ since }), pace);
  await tracker.since(null);
  nowMs += 5_000;
  tracker.wake?.();
  expect(await tracker.since("c1")).toMatchObject({ ok: false });
  nowMs += MINUTE_MS / 2;
  expect(await tracker.since("c1")).toMatchObject({ value: { cursor: "c1" } });
  nowMs += MINUTE_MS / 2;
  expect(await tracker.since("c1")).toMatchObject({ value: { cursor: "c2" } });
  nowMs += MINUTE_MS;
  expect(await tracker.since("c2")).toMatchObject({ value: { cursor: "c2" } });
});

test("a tracker's pace hears whether its news went on, and the tracker that it was woken", async () => {
  const heard: (boolean | string)[] = [];
  const found = (isAlive: boolean) => void heard.push(isAlive);
  const pace = {
    isDue: () => true,
    soon: () => undefined,
    wake: () => undefined,
    found,
    missed: () => void heard.push("missed"),
    stop: () => undefined,
  };
  const answers = [
    ok({ issues: [], cursor: "c2" }),
    failed("unavailable", "It broke."),
    ok({ issues: [], cursor: "c2" }),
  ];
  const since: TrackerPlugin["since"] = async () => answers.shift() ?? failed("unavailable", "It was asked too often.");
  const tracker = createPacedTracker(aTracker({ since, wake: () => void heard.push("woken") }), pace);
  await tracker.since("c1");
  await tracker.since("c2");
  await tracker.since("c2");
  tracker.wake?.();
  expect(heard).toEqual([true, "missed", false, "woken"]);
});
