import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { huntMutants } from "./hunt-mutants.ts";
import { patched } from "./mutant-hooks.ts";
import { mutants } from "./mutants/index.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
/** A few that die at once, so that every run shows the hunt itself at work. */
const QUICK = ["DOUBLE_SPAWN", "SKIP_CANDIDATE", "FORCE_RM", "UNLIMITED", "IGNORE_LOCK"];

test("there are at least forty mutants, three for each part, each with a name of its own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const byPart = Map.groupBy(mutants, ({ part }) => part);
  expect([...byPart].filter(([, members]) => members.length < 3).map(([part]) => part)).toEqual([]);
});

test.each(mutants)("$name finds its place in the sources", ({ name, patches }) => {
  const files = Map.groupBy(patches, ({ file }) => file);
  for (const [file, own] of files) {
    const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8");
    expect(own.reduce((text, patch) => patched(text, patch, name), source)).not.toBe(source);
  }
});

test("the unit test that a reason names is there", () => {
  for (const { reason } of mutants) {
    if (reason === undefined) continue;
    const { file, test: name } = reason.killedBy;
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(source).toContain(name);
  }
});

test("the world notices a damaged engine", { timeout: 3_600_000 }, async () => {
  const chosen = mutants.filter(({ name, reason }) => reason === undefined && (isLong || QUICK.includes(name)));
  const results = await huntMutants(
    chosen.map(({ name }) => ({ name, seedsMax: isLong ? 3_000 : 100 })),
    () => undefined,
  );
  expect(results.filter(({ killedBy }) => killedBy === null)).toEqual([]);
});
