/** Whoever waits for a forge waits in short steps; a hint that something happened ends the step, many of them one. */
import { HINTED_EVERY_MS } from "../polling/pace.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";
import { ownClock } from "./own-clock.ts";

export class WakeSignal {
  private readonly waiting = new Set<() => void>();
  private readonly clock: RemoteClock;

  private readonly strain: () => number;
  private rungMs = Number.NEGATIVE_INFINITY;
  private isToRing = false;

  constructor(clock: RemoteClock = ownClock, strain: () => number = () => 1) {
    this.clock = clock;
    this.strain = strain;
  }

  notify(): void {
    const leftMs = this.rungMs + HINTED_EVERY_MS * this.strain() - this.clock.wallMs();
    if (leftMs <= 0 || leftMs > HINTED_EVERY_MS * this.strain()) this.ringNow();
    else if (!this.isToRing && this.waiting.size > 0) this.ringAfter(leftMs);
  }

  private ringNow(): void {
    if (this.waiting.size > 0) this.rungMs = this.clock.wallMs();
    for (const wake of [...this.waiting]) wake();
  }

  private ringAfter(ms: number): void {
    this.isToRing = true;
    this.clock.after(ms, () => {
      this.isToRing = false;
      this.notify();
    });
  }

  /** Resolves after `ms`, when it rings, or when `signal` calls it off. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        this.waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = this.clock.after(ms, wake);
      this.waiting.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }
}
