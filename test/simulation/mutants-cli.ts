/**
 * `npm run mutants` lets every named mutant loose and fails if one survives; `-- NAME…` takes some of them,
 * `--seeds N` sets how many schedules each gets, `--workers N` takes fewer cores. What no schedule can show has a
 * registered reason, and the unit test it names is run to prove that the damage is seen there.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { huntMutants } from "./hunt-mutants.ts";
import type { MutantResult } from "./mutant-worker.ts";
import { mutants } from "./mutants/index.ts";
import { whyUnproved } from "./prove-reason.ts";

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
const tasks = chosen.flatMap(({ name, reason }) =>
  reason === undefined ? [{ name, seedsMax: Number(values.seeds) }] : [],
);
const report = ({ name, killedBy, seeds, detail }: MutantResult): void => {
  const { part = "" } = chosen.find((mutant) => mutant.name === name) ?? {};
  const verdict =
    killedBy === null
      ? `SURVIVED ${seeds} seeds`
      : `killed by ${killedBy} after ${seeds} seeds: ${detail.slice(0, 90)}`;
  console.log(`${name.padEnd(22)} ${part.padEnd(10)} ${verdict}`);
};
const results = await huntMutants(tasks, report, Number(values.workers));
const alive = results.flatMap(({ name, killedBy }) => (killedBy === null ? [name] : []));
for (const mutant of chosen) {
  const { name, part, reason } = mutant;
  if (reason === undefined) continue;
  const unproved = await whyUnproved(mutant, reason);
  if (unproved !== null) alive.push(name);
  console.log(
    `${name.padEnd(22)} ${part.padEnd(10)} ${unproved === null ? `unseen: ${reason.why}; killed by "${reason.killedBy.test}"` : `UNPROVED: ${unproved}`}`,
  );
}
const unseen = chosen.length - tasks.length;
console.log(
  `${chosen.length - alive.length} of ${chosen.length} mutants killed, ${unseen} of them by a unit test for a registered reason${alive.length === 0 ? "" : `; alive: ${alive.join(", ")}`}`,
);
process.exitCode = alive.length === 0 ? 0 : 1;
