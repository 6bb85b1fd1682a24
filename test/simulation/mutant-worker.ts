/** Runs schedules against one damaged engine until a promise of the world breaks. */
import { parentPort, workerData } from "node:worker_threads";
import { applyPatches } from "./mutant-hooks.ts";
import { mutants } from "./mutants/index.ts";

export type MutantTask = { readonly name: string; readonly seedsMax: number };
export type MutantResult = {
  readonly name: string;
  readonly killedBy: string | null;
  readonly seeds: number;
  readonly detail: string;
};

const task: MutantTask = workerData;
const mutant = mutants.find(({ name }) => name === task.name);
if (mutant === undefined) throw new Error(`there is no mutant ${task.name}`);
applyPatches(mutant);
const { runSeed } = await import("./run-seed.ts");
parentPort?.postMessage(await hunt());

/** What the engine itself logs as an error does not count: the world has to notice. */
async function hunt(): Promise<MutantResult> {
  for (let seed = 1; seed <= task.seedsMax; seed += 1) {
    const { violations } = await runSeed(seed);
    const broken = violations.find(({ invariant }) => invariant !== "no-error");
    if (broken !== undefined)
      return { name: task.name, killedBy: broken.invariant, seeds: seed, detail: broken.detail };
  }
  return { name: task.name, killedBy: null, seeds: task.seedsMax, detail: "" };
}
