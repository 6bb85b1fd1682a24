import { expect, test } from "vitest";
import { changedLines } from "./thread-fate.ts";

const patch = (...lines: readonly string[]): string => ["--- a/x", "+++ b/x", ...lines, ""].join("\n");

test.for([
  ["a line that went", patch("@@ -1,3 +1,2 @@", " a", "-b", " c"), [2]],
  ["a line that is another", patch("@@ -4 +4 @@", "-a", "+b", "+c"), [4]],
  ["something new before the first", patch("@@ -1 +1,2 @@", "+new", " a"), [1]],
  ["something new between two", patch("@@ -7,2 +7,3 @@", " a", "+new", " b"), [7, 8]],
  ["something new without context", patch("@@ -7,0 +8 @@", "+new"), [7, 8]],
  ["nothing", "", []],
] as const)("%s touches what stands there", ([, text, lines]) => {
  expect(changedLines(text).toSorted((a, b) => a - b)).toEqual(lines);
});
