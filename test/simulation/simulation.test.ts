import { expect, test } from "vitest";
import regressions from "./regressions.json" with { type: "json" };
import { runInParallel } from "./parallel.ts";
import { CHAOS_STEPS, runSeed } from "./run-seed.ts";
import { addReport, emptyTotals, neverFired, printTotals } from "./totals.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const SEEDS = isLong ? 10_000 : 200;
const TIMEOUT_MS = isLong ? 3_600_000 : 540_000;

test(
  `${SEEDS} schedules and every seed that once failed break no promise of the world`,
  { timeout: TIMEOUT_MS },
  async () => {
    const totals = emptyTotals();
    const startedAt = Date.now();
    await runInParallel([...regressions.seeds, ...seedsFrom(10_001, SEEDS)], (report) => addReport(totals, report));
    printTotals(totals, Date.now() - startedAt);
    expect(totals.failing.map(({ seed, violations }) => ({ seed, first: violations[0] }))).toEqual([]);
    expect(neverFired(totals)).toEqual([]);
  },
);

test("one seed gives one trace, however often it is run", { timeout: TIMEOUT_MS }, async () => {
  for (const seed of [2, 13, 37]) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)];
    expect(second).toEqual(first);
    expect(first.steps).toBeGreaterThanOrEqual(CHAOS_STEPS);
  }
});

function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => first + n);
}
