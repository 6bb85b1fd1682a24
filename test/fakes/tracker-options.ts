import type { TrackerOptions } from "../../src/plugins/remote/tracker-options.ts";
import { QuotaBrokers, type RemoteClock } from "../../src/plugins/remote/quota-broker.ts";

/** Real time, and timers that hold no process up. */
export const realClock: RemoteClock = {
  wallMs: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

export function trackerOptions(
  settings: TrackerOptions["settings"],
  special: Partial<TrackerOptions> = {},
): TrackerOptions {
  return {
    project: "app",
    repo: null,
    settings,
    env: {},
    bots: [],
    moves: {},
    brokers: new QuotaBrokers(realClock),
    clock: realClock,
    redact: (text) => text,
    ...special,
  };
}
