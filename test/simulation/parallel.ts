/** Schedules on all cores: each worker takes the next seeds, and reports one by one. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { runSeed, type SeedReport } from "./run-seed.ts";

/** Calls back once for every seed, in no particular order. */
export async function runInParallel(
  seeds: readonly number[],
  onReport: (report: SeedReport) => void,
  workersMax = availableParallelism(),
): Promise<void> {
  const workers = Math.min(workersMax, seeds.length);
  const shares = Array.from({ length: workers }, (_, n) => seeds.filter((_seed, at) => at % workers === n));
  await Promise.all(shares.map((share) => runShare(share, onReport)));
}

function runShare(share: readonly number[], onReport: (report: SeedReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on("message", onReport);
    worker.once("error", reject);
    worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}

if (!isMainThread && parentPort !== null && Array.isArray(workerData)) {
  const share: readonly number[] = workerData;
  for (const seed of share) parentPort.postMessage(await runSeed(seed));
}
