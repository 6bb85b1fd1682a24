/**
 * `npm run mutants` lets every named mutant loose and fails if one survives; `-- NAME…` takes some of them,
 * `--seeds N` sets how many schedules each gets, `--workers N` takes fewer cores.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { huntMutants } from "./hunt-mutants.ts";
import type { MutantResult } from "./mutant-worker.ts";
import { mutants } from "./mutants/index.ts";

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: "string", default: "3000" },
    workers: { type: "string", default: String(availableParallelism()) },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !mutants.some((mutant) => mutant.name === name));
if (unknown.length > 0) {
  console.error(`There is no mutant ${unknown.join(", ")}.`);
  process.exit(2);
}

const chosen = mutants.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const tasks = chosen.map(({ name }) => ({ name, seedsMax: Number(values.seeds) }));
const report = ({ name, killedBy, seeds, detail }: MutantResult): void => {
  const { part = "" } = chosen.find((mutant) => mutant.name === name) ?? {};
  const verdict =
    killedBy === null
      ? `SURVIVED ${seeds} seeds`
      : `killed by ${killedBy} after ${seeds} seeds: ${detail.slice(0, 90)}`;
  console.log(`${name.padEnd(22)} ${part.padEnd(10)} ${verdict}`);
};
const results = await huntMutants(tasks, report, Number(values.workers));
const alive = results.filter(({ killedBy }) => killedBy === null);
console.log(
  `${results.length - alive.length} of ${results.length} mutants killed${alive.length === 0 ? "" : `; alive: ${alive.map(({ name }) => name).join(", ")}`}`,
);
process.exitCode = alive.length === 0 ? 0 : 1;
