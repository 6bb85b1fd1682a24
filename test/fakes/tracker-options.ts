import type { TrackerOptions } from "../../src/plugins/remote/tracker-options.ts";
import { ownClock } from "../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBrokers } from "../../src/plugins/remote/quota-broker.ts";

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
    brokers: new QuotaBrokers(ownClock),
    clock: ownClock,
    redact: (text) => text,
    ...special,
  };
}
