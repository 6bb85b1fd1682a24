import { expect, test } from "vitest";
import { listChangedLines, countNewLines, followLine } from "./patch-lines.ts";

const patch = (...lines: readonly string[]): string => ["--- a/x", "+++ b/x", ...lines, ""].join("\n");

test.for([
  ["a line that went", patch("@@ -1,3 +1,2 @@", " a", "-b", " c"), [2]],
  ["a line that is another", patch("@@ -4 +4 @@", "-a", "+b", "+c"), [4]],
  ["something new before the first", patch("@@ -1 +1,2 @@", "+new", " a"), [1]],
  ["something new between two", patch("@@ -7,2 +7,3 @@", " a", "+new", " b"), [7, 8]],
  ["something new without context", patch("@@ -7,0 +8 @@", "+new"), [7, 8]],
  ["nothing", "", []],
] as const)("%s touches what stands there", ([, text, lines]) => {
  expect(listChangedLines(text).toSorted((a, b) => a - b)).toEqual(lines);
});

const inserted = patch("@@ -2,2 +2,4 @@", " b", "+new", "+new", " c");
const removed = patch("@@ -1,3 +1 @@", "-a", "-b", " c");
const replaced = patch("@@ -4 +4,2 @@", "-d", "+e", "+f", "@@ -20 +21 @@", "-x", "+y");

test.for([
  ["before what is new", inserted, 2, 2],
  ["after what is new", inserted, 3, 5],
  ["after what went", removed, 3, 1],
  ["that went", removed, 2, 1],
  ["that was replaced", replaced, 4, 4],
  ["between two hunks", replaced, 10, 11],
  ["of a file that is the same", "", 7, 7],
] as const)("a line %s is found again", ([, text, line, now]) => {
  expect(followLine(text, line)).toBe(now);
});

test.for([
  ["six", patch("@@ -0,0 +1,6 @@", "+1"), 6],
  ["one", patch("@@ -0,0 +1 @@", "+1"), 1],
  ["of a picture", "Binary files /dev/null and b/x differ\n", null],
  ["of nothing", "", null],
] as const)("the lines of a new file are counted: %s", ([, text, lines]) => {
  expect(countNewLines(text)).toBe(lines);
});
