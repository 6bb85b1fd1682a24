import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesAny } from "./glob.ts";

test.for<[path: string, pattern: string, matches: boolean]>([
  ["src/a.ts", "src/a.ts", true],
  ["src/a.ts", "src/b.ts", false],
  ["src/a.ts", "src/*.ts", true],
  ["src/deep/a.ts", "src/*.ts", false],
  ["src/deep/a.ts", "src/**", true],
  ["src/deep/a.ts", "**/a.ts", true],
  ["a.ts", "**/a.ts", true],
  ["src/x/y/a.ts", "src/**/a.ts", true],
  ["src/a.ts", "src/**/a.ts", true],
  [".github/workflows/ci.yml", ".github/**", true],
  ["docs/.github/ci.yml", ".github/**", false],
  ["package-lock.json", "**/package-lock.json", true],
  ["a.test.ts", "*.ts", true],
  ["a.ts", "a*a.ts", false],
  ["aba.ts", "a*a.ts", true],
  ["abcbc", "a*bc*bc", true],
  ["abc", "a*bc*bc", false],
  ["a.ts", "a?ts", false],
  ["aXts", "a.ts", false],
  ["src", "src/*", false],
  ["", "*", true],
])("%s against %s: %s", ([path, pattern, expected]) => {
  expect(matchesAny(path, [pattern])).toBe(expected);
});

test("one pattern of many is enough, none matches nothing", () => {
  expect(matchesAny("b", ["a", "b"])).toBe(true);
  expect(matchesAny("b", [])).toBe(false);
});

test("it agrees with a regular expression made of the same pattern", () => {
  const segment = fc
    .string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 4 })
    .filter((text) => !text.includes("**"));
  const pattern = fc.array(fc.oneof({ weight: 3, arbitrary: segment }, fc.constant("**")), {
    minLength: 1,
    maxLength: 4,
  });
  const path = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(path, pattern, (segments, pieces) => {
      expect(matchesAny(segments.join("/"), [pieces.join("/")])).toBe(reference(pieces).test(`${segments.join("/")}/`));
    }),
    { numRuns: 2_000 },
  );
});

function reference(pieces: readonly string[]): RegExp {
  const source = pieces.map((piece) => (piece === "**" ? "([^/]+/)*" : `${piece.replaceAll("*", "[^/]*")}/`));
  return new RegExp(`^${source.join("")}$`);
}
