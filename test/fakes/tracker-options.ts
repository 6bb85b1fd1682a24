import type { TrackerOptions } from "../../src/plugins/remote/tracker-options.ts";
import { modestRules } from "../../src/plugins/remote/quota/quota-rules.ts";
import { ownClock } from "../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBrokers } from "../../src/plugins/remote/quota/quota-broker.ts";

export function trackerOptions(
  settings: TrackerOptions["settings"],
  special: Partial<TrackerOptions> = {},
): TrackerOptions {
  const brokers = new QuotaBrokers(ownClock);
  return {
    project: "app",
    repo: null,
    settings,
    env: {},
    bots: [],
    moves: {},
    brokerOf: (credential) => brokers.of(credential, modestRules),
    clock: ownClock,
    redact: (text) => text,
    ...special,
  };
}
