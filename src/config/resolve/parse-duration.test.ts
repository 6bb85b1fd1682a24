import { expect, test } from "vitest";
import { parseDuration } from "./parse-duration.ts";

test.each([
  ["500ms", 500],
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["1h30m", 5_400_000],
  ["2d", 172_800_000],
])("%s is %d milliseconds", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "30", "m", "30 m", "-5m", "1.5h", "soon", "0m", "5w"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeNull();
});
