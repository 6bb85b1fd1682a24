import { expect, test } from "vitest";
import { findComplaint, findLastLine, findLastParagraph, parseQuestion } from "./said.ts";

test.for([
  ["nothing yet", "", ""],
  ["half a line", "thinking", ""],
  ["a whole line", "thinking\n", "thinking"],
  ["half a line behind a whole one", "one\ntwo", "one"],
  ["empty lines behind it", "one\n\n  \n", "one"],
  ["colours", "\u001b[1mbold\u001b[0m\n", "bold"],
  ["bytes that are no text", "\ufffd\ufffd\ufffd\ufffdELF\n", "(output that is not text)"],
  ["one letter of an old encoding", "caf\ufffd is open\n", "caf\ufffd is open"],
])("the last line of %s", ([, text, line]) => {
  expect(findLastLine(text ?? "", false)).toBe(line);
});

test("a window that began inside a line does not show the half of it", () => {
  expect(findLastLine("d line\nwhole\n", true)).toBe("whole");
  expect(findLastLine("only the end of a long line", true)).toBe("");
});

test("long words are cut between letters, and say so", () => {
  const words = findLastLine(`${"👩‍👩‍👧".repeat(200)}\n`, false);
  expect(words).toMatch(/^(👩‍👩‍👧)+…$/u);
  expect(words.length).toBeLessThanOrEqual(201);
});

test("the last paragraph is what stands behind the last empty line", () => {
  expect(findLastParagraph("one\n\ntwo\nthree\n \n\n", false)).toBe("two\nthree");
});

test("of a long paragraph the end remains, and lines that are no text are left out", () => {
  const words = findLastParagraph(`${"word ".repeat(1_000)}\n\ufffd\ufffd\ufffd\ufffd\nthe end`, false);
  expect(words).toMatch(/^…word .*word \nthe end$/s);
  expect(words.length).toBeLessThanOrEqual(2_001);
});

test.for([
  ["Which?\n- red\n- blue\n", "Which?", ["red", "blue"]],
  ["Done a lot.\n\nMay I\ndelete it?", "May I\ndelete it?", []],
  ["Which?\n\n- red\n - green\n", "Which?", ["red", "green"]],
  ["Which?\n- red\n-blue\n", "Which?\n-blue", ["red"]],
  ["", "The agent asks for help, without saying for what.", []],
  ["- yes\n- no", "The agent asks for help, without saying for what.", ["yes", "no"]],
] as const)("the question in %j", ([said, text, choices]) => {
  expect(parseQuestion(said, false)).toEqual({ text, choices });
});

test("twenty choices are enough", () => {
  expect(parseQuestion(`Which?\n${"- x\n".repeat(50)}`, false).choices).toHaveLength(20);
});

test.for([
  ["oops", "oops"],
  ["one\ntwo\n", "two"],
  ["node:fs:1\n  throw\n\nError: no such file\n    at open\n\nNode.js v24\n", "Error: no such file"],
  ["", ""],
] as const)("the complaint in %j", ([said, complaint]) => {
  expect(findComplaint(said, false)).toBe(complaint);
});
