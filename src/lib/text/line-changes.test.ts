import { expect, test } from "vitest";
import { diffLines, keepNearChanges } from "./line-changes.ts";

const shown = (before: string, after: string): readonly string[] =>
  diffLines(before, after).map(
    ({ kind, line, text }) => `${line}${{ same: " ", added: "+", removed: "-" }[kind]}${text}`,
  );

test.for([
  ["a\nb\nc\n", "a\nb\nc\n", ["1 a", "2 b", "3 c"]],
  ["a\nb\nc\n", "a\nx\nc\n", ["1 a", "2-b", "2+x", "3 c"]],
  ["", "a\n", ["1+a"]],
  ["a\n", "", ["1-a"]],
  ["a\nb\n", "a\nnew\nb\nlast\n", ["1 a", "2+new", "3 b", "4+last"]],
] as const)("%j becomes %j", ([before, after, lines]) => {
  expect(shown(before, after)).toEqual(lines);
});

test("only what is near a change is kept", () => {
  const text = "1\n2\n3\n4\n5\n6\n7\n";
  expect(keepNearChanges(diffLines(text, text.replace("4", "four")), 1).map(({ line }) => line)).toEqual([3, 4, 4, 5]);
});
