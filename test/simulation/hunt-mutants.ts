/** Lets every mutant loose in a thread of its own, as many at once as there are cores unless fewer are asked for. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { MutantResult, MutantTask } from "./mutant-worker.ts";

/** A damaged engine may loop for ever; that is no proof, so it counts as alive. */
const TIMEOUT_MS = 15 * 60_000;

export async function huntMutants(
  tasks: readonly MutantTask[],
  onResult: (result: MutantResult) => void,
  workers = availableParallelism(),
): Promise<readonly MutantResult[]> {
  const waiting = [...tasks];
  const results: MutantResult[] = [];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const result = await hunt(task);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

function hunt(task: MutantTask): Promise<MutantResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./mutant-worker.ts", import.meta.url), { workerData: task });
    const timer = setTimeout(
      () => settle({ name: task.name, killedBy: null, seeds: 0, detail: "it ran out of time" }),
      TIMEOUT_MS,
    );
    function settle(result: MutantResult): void {
      clearTimeout(timer);
      worker.terminate().then(() => resolve(result), reject);
    }
    worker.once("message", settle);
    worker.once("error", (error) => {
      clearTimeout(timer);
      reject(new Error(`${task.name}: ${error.message}`, { cause: error }));
    });
  });
}
