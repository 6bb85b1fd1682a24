import { expect, test } from "vitest";
import { planNextStart } from "./restarts.ts";

const MINUTE = 60_000;
const shortLives = (...times: readonly number[]) => times.map((atMs) => ({ atMs, livedMs: 400 }));

test.each([
  ["the first death", shortLives(0), 0, { waitMs: 100, isHopeless: false }],
  ["a second one soon after", shortLives(0, 500), 500, { waitMs: 400, isHopeless: false }],
  ["the fifth", shortLives(0, 1, 2, 3, 4), 4, { waitMs: 25_600, isHopeless: false }],
  [
    "the sixth within ten minutes is answered slowly, and never given up",
    shortLives(0, 1, 2, 3, 4, 9 * MINUTE),
    9 * MINUTE,
    { waitMs: 5 * MINUTE, isHopeless: true },
  ],
  ["one after a quiet time", shortLives(0, 1, 2, 3, 4, 11 * MINUTE), 11 * MINUTE, { waitMs: 100, isHopeless: false }],
  [
    "one that was well until it was killed is back at once, however often",
    Array.from({ length: 50 }, (_, n) => ({ atMs: n * 6_000, livedMs: 6_000 })),
    5 * MINUTE,
    { waitMs: 100, isHopeless: false },
  ],
])("%s", (_, deaths, nowMs, expected) => {
  expect(planNextStart(deaths, nowMs)).toEqual(expected);
});
