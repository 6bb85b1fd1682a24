/** Schedules on all cores: each worker takes the next seeds, and reports one by one. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { runSeed, type SeedReport } from "./run-seed.ts";

type Share = { readonly from: number; readonly count: number; readonly stride: number };

export async function runInParallel(
  from: number,
  count: number,
  onReport: (report: SeedReport) => void,
): Promise<void> {
  const workers = Math.min(availableParallelism(), count);
  const shares = Array.from({ length: workers }, (_, n): Share => ({
    from: from + n,
    count: Math.ceil((count - n) / workers),
    stride: workers,
  }));
  await Promise.all(shares.map((share) => runShare(share, onReport)));
}

function runShare(share: Share, onReport: (report: SeedReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on("message", onReport);
    worker.once("error", reject);
    worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}

if (!isMainThread && parentPort !== null) {
  const { from, count, stride }: Share = workerData;
  for (let n = 0; n < count; n += 1) parentPort.postMessage(await runSeed(from + n * stride));
}
