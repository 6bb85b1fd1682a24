/** Whoever waits for a forge waits in short steps; a hint that something happened ends the step. */
import type { RemoteClock } from "../quota-broker.ts";
import { ownClock } from "./own-clock.ts";

export class Bell {
  private readonly waiting = new Set<() => void>();
  private readonly clock: RemoteClock;

  constructor(clock: RemoteClock = ownClock) {
    this.clock = clock;
  }

  ring(): void {
    for (const wake of [...this.waiting]) wake();
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
