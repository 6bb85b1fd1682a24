/** What the world holds against the daemon, and what it saw happen. */
import { hash53 } from "./hash.ts";
import type { VirtualClock } from "./clock.ts";

export type Violation = { readonly invariant: string; readonly detail: string; readonly atMs: number };

/** One broken promise usually breaks a hundred more; the first ones tell the story. */
const VIOLATIONS_MAX = 50;

export class Ledger {
  readonly violations: Violation[] = [];
  readonly counters: Record<string, number> = {};
  onViolation: (violation: Violation) => void = () => {};
  private traceHash = 0;
  private readonly clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  violate(invariant: string, detail: string): void {
    this.count(`violation:${invariant}`);
    const violation = { invariant, detail, atMs: this.clock.wallMs };
    if (this.violations.length < VIOLATIONS_MAX) this.violations.push(violation);
    this.onViolation(violation);
  }

  count(name: string, by = 1): void {
    this.counters[name] = (this.counters[name] ?? 0) + by;
  }

  /** Adds to the trace of this run: two runs of one seed must end with the same `trace`. */
  mark(what: string): void {
    this.traceHash = hash53(what, (this.traceHash ^ this.clock.awakeMs) | 0);
  }

  get trace(): string {
    return this.traceHash.toString(36);
  }
}
