/**
 * `npm run mutants` lets every named mutant loose and fails if one survives; `-- NAME…` takes some of them,
 * `--seeds N` sets how many schedules each gets.
 */
import { parseArgs } from "node:util";
import { huntMutants } from "./hunt-mutants.ts";
import { mutants } from "./mutants/index.ts";

const { values, positionals } = parseArgs({
  options: { seeds: { type: "string", default: "3000" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !mutants.some((mutant) => mutant.name === name));
if (unknown.length > 0) {
  console.error(`There is no mutant ${unknown.join(", ")}.`);
  process.exit(2);
}

const chosen = mutants.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const tasks = chosen.map(({ name }) => ({ name, seedsMax: Number(values.seeds) }));
const results = await huntMutants(tasks, ({ name, killedBy, seeds, detail }) => {
  const { part = "" } = chosen.find((mutant) => mutant.name === name) ?? {};
  const verdict =
    killedBy === null
      ? `SURVIVED ${seeds} seeds`
      : `killed by ${killedBy} after ${seeds} seeds: ${detail.slice(0, 90)}`;
  console.log(`${name.padEnd(22)} ${part.padEnd(10)} ${verdict}`);
});
const alive = results.filter(({ killedBy }) => killedBy === null);
console.log(
  `${results.length - alive.length} of ${results.length} mutants killed${alive.length === 0 ? "" : `; alive: ${alive.map(({ name }) => name).join(", ")}`}`,
);
process.exitCode = alive.length === 0 ? 0 : 1;
