import { expect, test } from "vitest";
import { toPlainText } from "./plain-text.ts";

test.for([
  ["colours", "\u001b[1;31mred\u001b[0m", "red"],
  ["titles", "\u001b]0;owned\u0007after", "after"],
  ["links", "\u001b]8;;http://evil\u001b\\text\u001b]8;;\u001b\\", "text"],
  ["a title without its end", "\u001b]0;owned\nafter", "\nafter"],
  ["other strings", "\u001bPq#0;2;0\u001b\\after\u001b_x\u001b\\", "after"],
  ["cursor moves and the alternate screen", "\u001b[2J\u001b[H\u001b[?1049hx\u001bcy\u001b(Bz", "xyz"],
  ["C1 sequences", "\u009b31mred\u009d0;t\u009cend", "redend"],
  ["a lonely escape", "a\u001b", "a"],
  ["a half sequence", "a\u001b[12", "a"],
  ["bells, backspaces, nulls", "a\u0007b\bc\u0000d\u007f", "abcd"],
  ["progress bars", "10%\r50%\r100%\nnext\r\n", "100%\nnext\n"],
  ["letters that hide or turn others", "pay\u202egpj.exe\u200b\u2066x\ufeff", "paygpj.exex"],
] as const)("of %s only the text remains", ([, text, plain]) => {
  expect(toPlainText(text)).toBe(plain);
});

test("tabs, lines, other scripts and joined pictures stay", () => {
  const text = "a\tb\nçäß 漢字 👩‍👩‍👧 می‌خواهم";
  expect(toPlainText(text)).toBe(text);
});

test("a megabyte of escapes takes no time to speak of", () => {
  const before = performance.now();
  toPlainText("\u001b]".repeat(250_000) + "\u001b[".repeat(250_000) + "\r".repeat(250_000));
  expect(performance.now() - before).toBeLessThan(5_000);
});
