/**
 * `npm run simulate -- --seeds 10000` runs that many schedules on all cores; `--from N` begins at another seed;
 * `--workers N` takes fewer cores; `--seed N` replays one and prints what it broke.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { runSeed, type SeedReport } from "./run-seed.ts";
import { addReport, emptyTotals, printTotals } from "./totals.ts";
import type { Home } from "./home.ts";
import { runInParallel } from "./parallel.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    /** With `--seed`: prints the event log of this session, change or project. */
    events: { type: "string" },
  },
});

process.exitCode =
  values.seed === undefined
    ? await runMany(Number(values.from), Number(values.seeds))
    : await replay(Number(values.seed));

async function replay(seed: number): Promise<number> {
  const { events } = values;
  const report = await runSeed(seed, events === undefined ? {} : { look: (home) => printEvents(home, events) });
  for (const { invariant, detail, atMs } of report.violations) {
    console.log(`${invariant} at ${new Date(atMs).toISOString()}: ${detail}`);
  }
  console.log(`seed ${seed}: ${report.steps} steps, ${report.violations.length} violations, trace ${report.trace}`);
  return report.violations.length === 0 ? 0 : 1;
}

function printEvents({ store }: Home, subject: string): void {
  for (const { atMs, kind, doc } of store.events.ofSubject(subject, { before: null, limit: 10_000 }).toReversed()) {
    console.log(new Date(atMs).toISOString().slice(5, 19), kind, JSON.stringify(doc));
  }
}

async function runMany(from: number, count: number): Promise<number> {
  const startedAt = Date.now();
  const totals = emptyTotals();
  const seeds = Array.from({ length: count }, (_, n) => from + n);
  const onReport = (report: SeedReport): void => {
    addReport(totals, report);
    const [first] = report.violations;
    if (first !== undefined) console.log(`seed ${report.seed} broke ${first.invariant}: ${first.detail}`);
    if (totals.seeds % 500 === 0) console.log(`${totals.seeds} of ${count} schedules, ${totals.failing.length} broken`);
  };
  await runInParallel(seeds, onReport, Number(values.workers));
  printTotals(totals, Date.now() - startedAt);
  return totals.failing.length === 0 ? 0 : 1;
}
