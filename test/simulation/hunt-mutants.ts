/** Lets every mutant loose in a thread of its own, as many at once as there are cores unless fewer are asked for. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { MutantResult, MutantTask } from "./mutant-worker.ts";

/** A damaged engine may loop for ever; that is no proof, so it counts as alive. Its own time counts, not a busy machine's. */
const CPU_MAX_MS = 15 * 60_000;
const LOOK_EVERY_MS = 5_000;

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

async function hunt(task: MutantTask): Promise<MutantResult> {
  const worker = new Worker(new URL("./mutant-worker.ts", import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<MutantResult>();
  worker.once("message", resolve);
  worker.once("error", (error) => reject(new Error(`${task.name}: ${error.message}`, { cause: error })));
  const timer = setInterval(() => {
    cpuMs(worker).then((ms) => {
      if (ms > CPU_MAX_MS) resolve({ name: task.name, killedBy: null, seeds: 0, detail: "it ran out of time" });
    }, reject);
  }, LOOK_EVERY_MS);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

async function cpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
