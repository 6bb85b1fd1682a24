import { expect, test } from "vitest";
import { parseFreeze } from "./parse-freeze.ts";

const DAY = 24 * 60;

test("a window may run over the end of the week", () => {
  expect(parseFreeze("Fri 16:00-Mon 08:00")).toEqual([{ from: 4 * DAY + 16 * 60, to: 8 * 60 }]);
});

test("a window without a second day ends on the first", () => {
  expect(parseFreeze("sat 00:00-24:00")).toEqual([{ from: 5 * DAY, to: 6 * DAY }]);
});

test("a window without days holds every day, over midnight too", () => {
  const windows = parseFreeze("22:00-06:00");
  expect(windows).toHaveLength(7);
  expect(windows?.[0]).toEqual({ from: 22 * 60, to: DAY + 6 * 60 });
  expect(windows?.[6]).toEqual({ from: 6 * DAY + 22 * 60, to: 6 * 60 });
});

test("the last minute of the week is the end of the week", () => {
  expect(parseFreeze("Sun 10:00-24:00")).toEqual([{ from: 6 * DAY + 600, to: 7 * DAY }]);
});

test.each([
  "",
  "Fri",
  "Fri 16:00",
  "Fri 25:00-Mon 08:00",
  "Fri 16:60-Mon 08:00",
  "Foo 16:00-Mon 08:00",
  "16:00-Mon 08:00",
  "Fri 16:00-16:00",
])("%j is no window", (text) => {
  expect(parseFreeze(text)).toBeNull();
});
