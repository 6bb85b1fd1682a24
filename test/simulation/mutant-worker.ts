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
await hunt(task);

/** The first promise that breaks is told at once: what is damaged may go on for ever in that very moment. */
async function hunt({ name, seedsMax }: MutantTask): Promise<void> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    await runSeed(seed, {
      onViolation: ({ invariant, detail }) => {
        // What the engine itself logs as an error does not count: the world has to notice.
        if (invariant !== "no-error") tell({ name, killedBy: invariant, seeds: seed, detail });
      },
    });
  }
  tell({ name, killedBy: null, seeds: seedsMax, detail: "" });
}

/** Whoever hunts listens to the first word only. */
function tell(result: MutantResult): void {
  parentPort?.postMessage(result);
}
