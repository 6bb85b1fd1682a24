import { expect, test } from "vitest";
import { nextStart } from "./restarts.ts";

const deathsAt = (...times: readonly number[]) => times.map((atMs) => ({ atMs }));
const MINUTE = 60_000;

test.each([
  ["the first death", [0], 0, { kind: "wait", waitMs: 100 }],
  ["a second one soon after", [0, 500], 500, { kind: "wait", waitMs: 400 }],
  ["the fifth", [0, 1, 2, 3, 4], 4, { kind: "wait", waitMs: 25_600 }],
  ["the sixth within ten minutes", [0, 1, 2, 3, 4, 9 * MINUTE], 9 * MINUTE, { kind: "give_up" }],
  ["one after a long life", [0, 1, 2, 3, 4, 11 * MINUTE], 11 * MINUTE, { kind: "wait", waitMs: 100 }],
])("%s", (_, times, nowMs, expected) => {
  expect(nextStart(deathsAt(...times), nowMs)).toEqual(expected);
});
