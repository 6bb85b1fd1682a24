/**
 * How long the agent of a change can have owed the next step about its checks, at most (I24): from the moment the daemon
 * hears that they fail until it is shown another head, without the time in which the checks of the head run again.
 */
export class AgentClock {
  private spentMs = 0;
  private sinceMs: number | null = null;

  /** The daemon heard of a failure: now it may be the agent's turn. */
  run(nowMs: number): void {
    this.sinceMs ??= nowMs;
  }

  /** It did not stop then after all: nobody wrote down why. */
  goOnFrom(sinceMs: number): void {
    this.sinceMs = Math.min(sinceMs, this.sinceMs ?? sinceMs);
  }

  /** The checks have the next step. */
  stop(nowMs: number): void {
    this.spentMs = this.totalMs(nowMs);
    this.sinceMs = null;
  }

  /** It is over: the next failure has a clock of its own. */
  reset(): void {
    this.spentMs = 0;
    this.sinceMs = null;
  }

  totalMs(nowMs: number): number {
    return this.spentMs + (this.sinceMs === null ? 0 : nowMs - this.sinceMs);
  }
}
