import { expect, onTestFinished, test, vi } from "vitest";
import { wallClock } from "./wall-clock.ts";

function itIs(time: string): void {
  vi.useFakeTimers({ now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
}

test.for([
  ["2026-01-05T00:00:00", 0],
  ["2026-01-05T00:01:59", 1],
  ["2026-01-06T12:30:00", 36 * 60 + 30],
  ["2026-01-11T23:59:00", 7 * 24 * 60 - 1],
] as const)("the week begins on Monday at midnight, where we are: %s is minute %d", ([time, minute]) => {
  itIs(time);
  expect(wallClock.weekMinute()).toBe(minute);
  expect(wallClock.wallMs()).toBe(new Date(time).getTime());
});

test("a timer calls back once, and one that was called off never", () => {
  itIs("2026-01-05T00:00:00");
  const rang: string[] = [];
  wallClock.after(1_000, () => rang.push("kept"));
  const cancel = wallClock.after(1_000, () => rang.push("called off"));
  cancel();
  vi.advanceTimersByTime(999);
  expect(rang).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(rang).toEqual(["kept"]);
});

test("soon is after what is happening now", async () => {
  const order: string[] = [];
  const rang = new Promise<void>((resolve) => {
    wallClock.soon(() => {
      order.push("soon");
      resolve();
    });
  });
  await Promise.resolve().then(() => order.push("now"));
  await rang;
  expect(order).toEqual(["now", "soon"]);
});
