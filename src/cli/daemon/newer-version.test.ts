import { expect, test } from "vitest";
import { isNewer } from "./newer-version.ts";

test.each([
  ["1.2.3", "1.2.2", true],
  ["1.10.0", "1.9.9", true],
  ["1.2.3", "1.2.3", false],
  ["1.2.2", "1.2.3", false],
  ["1.0.0", "1.0.0-nightly.9", true],
  ["1.0.0-nightly.10", "1.0.0-nightly.9", true],
  ["1.0.0-nightly.9", "1.0.0", false],
  ["1.0.0", "undefined", true],
])("%s is newer than %s: %s", (ours, theirs, expected) => {
  expect(isNewer(ours, theirs)).toBe(expected);
});
