/** What is done now and then by one timer: files compared, watches let go, repositories looked for, old things removed. */
import type { Log } from "../../engine/deps.ts";

export type Chores = {
  /** Every half minute: cheap, no program started. */
  readonly often: () => Promise<void>;
  /** Every hour. */
  readonly hourly: () => Promise<void>;
};

const OFTEN_MS = 30_000;
const HOUR_MS = 60 * 60_000;

export function keepHouse(chores: Chores, log: Log): () => void {
  let hourlyAtMs = -Infinity;
  let isBusy = false;
  const round = async (): Promise<void> => {
    await chores.often();
    if (performance.now() - hourlyAtMs < HOUR_MS) return;
    hourlyAtMs = performance.now();
    await chores.hourly();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round()
      .catch((error: unknown) => log.error({ error }, "a round of housekeeping failed; the next one tries again"))
      .finally(() => (isBusy = false));
  }, OFTEN_MS);
  timer.unref();
  return () => clearInterval(timer);
}
