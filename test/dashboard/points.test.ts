/** The forty points of the design: each is a test that bears its number, wherever that lives. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const POINTS = 40;

test("every point of the design has a test that is named by it", () => {
  const titles = globSync("{src,test}/**/*.test.ts", { cwd: root }).flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/["'`](\d{1,2}(?:, \d{1,2})*): \S/g),
  ]);
  const named = new Set(titles.flatMap(([, numbers = ""]) => numbers.split(", ").map(Number)));
  const all = Array.from({ length: POINTS }, (_, index) => index + 1);
  expect(all.filter((point) => !named.has(point))).toEqual([]);
});
