import { expect, test } from "vitest";
import { computeHeldUntilMs, type NoticeTiming } from "./notice-timing.ts";
import type { Priority } from "../model/rules.ts";

/** Local time, as the windows are. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 0, day, hour, minute).getTime();
const night = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  from: day * 1_440 + 1_320,
  to: ((day + 1) * 1_440 + 420) % 10_080,
}));
const weekend = { from: 5 * 1_440, to: 10_080 };
/** As the machine's own clock tells it. */
const weekMinuteAt = (ms: number): number => {
  const local = new Date(ms);
  return ((local.getDay() + 6) % 7) * 1_440 + local.getHours() * 60 + local.getMinutes();
};
const heldUntil = (level: Priority, timing: NoticeTiming, wallMs: number) =>
  computeHeldUntilMs(level, timing, { wallMs, weekMinuteAt });

const timing = { quiet: night, digestEveryMs: null, digestOf: [] };

/** The fifth of January 2026 is a Monday. */
test.for<[name: string, nowMs: number, untilMs: number | null]>([
  ["by day", at(5, 12), null],
  ["in the evening", at(5, 22), at(6, 7)],
  ["after midnight", at(6, 3, 30), at(6, 7)],
  ["over the end of the week", at(11, 23), at(12, 7)],
])("%s", ([, nowMs, untilMs]) => {
  expect(heldUntil("action", timing, nowMs)).toBe(untilMs);
});

test("windows that follow each other are one, and what is urgent knows none", () => {
  const both = { ...timing, quiet: [...night, weekend] };
  expect(heldUntil("warning", both, at(9, 23))).toBe(at(12, 7));
  expect(heldUntil("urgent", both, at(9, 23))).toBeNull();
});

test("a digest comes at its next time, and not in quiet hours", () => {
  const hourly = { ...timing, digestEveryMs: 3_600_000, digestOf: ["info"] as const };
  expect(heldUntil("info", hourly, at(5, 12, 20))).toBe(at(5, 13));
  expect(heldUntil("action", hourly, at(5, 12, 20))).toBeNull();
  expect(heldUntil("info", hourly, at(5, 21, 20))).toBe(at(6, 7));
});
