/** What a run of many schedules adds up to, and how it is told. */
import { faultKinds } from "../world/faults.ts";
import type { SeedReport } from "./run-seed.ts";

export type Totals = {
  seeds: number;
  steps: number;
  virtualMs: number;
  readonly counters: Record<string, number>;
  readonly failing: SeedReport[];
};

export const emptyTotals = (): Totals => ({ seeds: 0, steps: 0, virtualMs: 0, counters: {}, failing: [] });

export function addReport(totals: Totals, report: SeedReport): void {
  totals.seeds += 1;
  totals.steps += report.steps;
  totals.virtualMs += report.virtualMs;
  for (const [name, count] of Object.entries(report.counters))
    totals.counters[name] = (totals.counters[name] ?? 0) + count;
  if (report.violations.length > 0) totals.failing.push(report);
}

const YEAR_MS = 365 * 86_400_000;
const SHOWN_MAX = 10;

export function printTotals(totals: Totals, elapsedMs: number): void {
  const { counters, failing } = totals;
  const years = (totals.virtualMs / YEAR_MS).toFixed(1);
  console.log(
    `${totals.seeds} schedules, ${totals.steps} steps, ${years} virtual years in ${(elapsedMs / 1000).toFixed(0)} s`,
  );
  console.log(
    Object.entries(counters)
      .sort()
      .map(([name, count]) => `  ${name} ${count}`)
      .join("\n"),
  );
  const missing = neverFired(totals);
  if (missing.length > 0) console.log(`never fired: ${missing.join(", ")}`);
  for (const report of failing.slice(0, SHOWN_MAX)) {
    const [first] = report.violations;
    console.log(
      `BROKEN ${first?.invariant ?? ""}: ${first?.detail ?? ""}\n  replay: npm run simulate -- --seed ${report.seed}`,
    );
  }
  console.log(failing.length === 0 ? "no violation" : `${failing.length} of ${totals.seeds} schedules broke a promise`);
}

/** Every kind of fault must have happened, or the run proves less than it says. */
export function neverFired({ counters }: Totals): readonly string[] {
  const wanted = [
    ...faultKinds.map((kind) => `fault:${kind}`),
    "fault:second_daemon",
    "crash:step",
    "machine:rebooted",
  ];
  return wanted.filter((name) => (counters[name] ?? 0) === 0);
}
