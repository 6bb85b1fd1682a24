import fc from "fast-check";
import { expect, test } from "vitest";
import { cutFront, cutTo, measureWidth, padTo, wrapTo } from "./display-width.ts";

test.each([
  ["plain", 5],
  ["限速登录", 8],
  ["한글", 4],
  ["cafe\u{301}", 4],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["⚠️", 2],
  ["◆●✓…", 4],
  ["ｆｕｌｌ", 8],
  ["a\u{200b}b", 2],
])("%s takes %i columns", (text, width) => {
  expect(measureWidth(text)).toBe(width);
});

test.each([
  ["Cache the token lookup", 16, "Cache the token…"],
  ["限速登录表单", 7, "限速登…"],
  ["限速登录表单", 6, "限速…"],
  ["ab", 2, "ab"],
  ["abc", 1, "…"],
  ["abc", 0, ""],
])("%s cut to %i columns is %s", (text, width, cut) => {
  expect(cutTo(text, width, "…")).toBe(cut);
});

test("a path keeps its end", () => {
  expect(cutFront("/var/people/ada/my-app.ao/app-7", 15, "…")).toBe("…my-app.ao/app-7".slice(-15).replace(/^./, "…"));
});

const texts = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("限速登录", "👩‍👩‍👧 family", "e\u{301}e\u{301}"));

test("nothing cut or wrapped is ever wider than asked, and wrapping loses no word", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 40 }), (text, width) => {
      expect(measureWidth(cutTo(text, width, "…"))).toBeLessThanOrEqual(width);
      const lines = wrapTo(text, width);
      for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      expect(measureWidth(padTo(text, width))).toBeGreaterThanOrEqual(Math.min(width, measureWidth(text)));
    }),
  );
});
