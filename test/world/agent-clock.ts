import { limits } from "../../src/domain/model/limits.ts";
import type { VirtualClock } from "./clock.ts";

/** Simulated daemons look at everything this often: between two looks they may plan to be silent for so long. */
export const SWEEP_MS = 20 * 60_000;

/**
 * How long the agent of a change can have owed the next step about its checks, at most (I24): from the moment the daemon
 * hears that they fail until it is shown another head, without the time in which the checks of the head run again.
 *
 * Daemons do not ask the system whether it slept (docs/adr/0004): of a sleep that begins while they plan to be silent, the
 * planned silence counts as time when something else than their timer wakes them.
 */
export class AgentClock {
  private spentMs = 0;
  private sinceMs: number | null = null;
  private readonly clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  /** The daemon heard of a failure: now it may be the agent's turn. */
  run(): void {
    this.sinceMs ??= this.nowMs();
  }

  /** It did not stop then after all: nobody wrote down why. */
  goOnFrom(awakeMs: number): void {
    const sinceMs = this.nowMs(awakeMs);
    this.sinceMs = Math.min(sinceMs, this.sinceMs ?? sinceMs);
  }

  /** The checks have the next step. */
  stop(): void {
    this.spentMs = this.totalMs();
    this.sinceMs = null;
  }

  /** It is over: the next failure has a clock of its own. */
  reset(): void {
    this.spentMs = 0;
    this.sinceMs = null;
  }

  totalMs(): number {
    return this.spentMs + (this.sinceMs === null ? 0 : this.nowMs() - this.sinceMs);
  }

  private nowMs(awakeMs?: number): number {
    return this.clock.mostCountedMs(SWEEP_MS + limits.tickLateMs, awakeMs);
  }
}
