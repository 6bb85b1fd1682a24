import { expect, test } from "vitest";
import { createUlidSource } from "./ulid.ts";

test("ids of one source grow, within a millisecond and when the clock is set back", () => {
  const times = [1_000, 1_000, 1_000, 999, 5, 2_000];
  const next = createUlidSource(() => times.shift() ?? 3_000);
  const ids = Array.from({ length: 8 }, next);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id is 26 characters that begin with its time", () => {
  const next = createUlidSource(() => 1_469_918_176_385);
  expect(next()).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
});
