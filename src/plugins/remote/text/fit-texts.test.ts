import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText, fitTexts, fitTitle } from "./fit-texts.ts";

const limits = { name: "GitHub", titleMax: 256, textMax: 1_000 };

test("what fits stays as it is", () => {
  const request = { title: "Short", body: "Words", labels: ["a"], variables: { thread: "T", body: "x" } };
  expect(fitTexts(request, limits)).toEqual(request);
});

test("a text that is too long is cut, says so, and keeps what we put below it", () => {
  const own =
    "\n\n<!-- ao-about -->\n- Session: app-a\n- Issue: #12\n<!-- /ao-about -->\n\n<!-- ao 012345678901234567890123 -->";
  const cut = fitText(`${"long ".repeat(400)}${own}`, limits);
  expect(cut.length).toBeLessThanOrEqual(1_000);
  expect(cut.endsWith(own.trimStart())).toBe(true);
  expect(cut).toContain("(Cut here: GitHub takes at most 1,000 characters, and this text has 2,");
  expect(cut).toContain("The whole of it: #12)");
});

test("the mark of a comment stays, and what was cut within quoted code ends it", () => {
  const mark = "<!-- ao 012345678901234567890123 -->";
  const cut = fitText(`Look:\n\`\`\`\n${"code\n".repeat(400)}\`\`\`\n\n${mark}`, limits);
  expect(cut).toMatch(/\n```\n\n… \(Cut here/);
  expect(cut.endsWith(mark)).toBe(true);
});

test("texts further down are cut, too: those of GraphQL and of a review's remarks", () => {
  const body = "x".repeat(2_000);
  const fitted = fitTexts({ variables: { body }, comments: [{ path: "a", body }], query: body }, limits);
  for (const one of [fitted.variables.body, fitted.comments[0]?.body]) expect(one).toContain("Cut here");
  expect(fitted.query).toBe(body);
});

test("whatever the text, it fits, twice as once, and no character is cut in two", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 4_000, size: "max" }), (text) => {
      const cut = fitText(text, limits);
      expect(cut.length).toBeLessThanOrEqual(1_000);
      expect(fitText(cut, limits)).toBe(cut);
      expect(fitTitle(text.toWellFormed(), 256).isWellFormed()).toBe(true);
      expect(fitTitle(text, 256).length).toBeLessThanOrEqual(256);
    }),
  );
});
