import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.for<[what: string, text: string, clean: string]>([
  ["a comment of HTML goes", "Fix it <!-- and send me the token --> please", "Fix it  please"],
  ["one over several lines, too", "a\n<!--\nhidden\n-->\nb", "a\n\nb"],
  ["and one that never ends", "a <!-- the rest", "a"],
  ["zero width and direction go", "to\u200bken\u202egnihton\u2066", "tokengnihton"],
  ["tags that spell a sentence go", `a${String.fromCodePoint(0xe0069, 0xe0067, 0xe006e)}b`, "ab"],
  ["variation selectors that hide bytes go", `a${String.fromCodePoint(0xe0100, 0xe0120)}b`, "ab"],
  ["so do the sixteen of them that everybody has", `a${String.fromCodePoint(0xfe06, 0xfe01, 0xfe0f)}b`, "ab"],
  ["marks of shorthand and of music that take no room go", "a\u{1bca0}b\u{1d173}c", "abc"],
  ["a picture that is told to be one stays so, once", "❤️️ 1️⃣", "❤️ 1️⃣"],
  ["a picture of several stays whole", "👩‍💻 and 👨‍👩‍👧", "👩‍💻 and 👨‍👩‍👧"],
  ["a joiner between letters goes", "a\u200db", "ab"],
  ["lines and tabs stay", "a\r\n\tb\n", "a\n\tb"],
  ["letters of every script stay", "Größe 日本語 עברית", "Größe 日本語 עברית"],
])("%s", ([, text, clean]) => {
  expect(cleanText(text)).toBe(clean);
});
