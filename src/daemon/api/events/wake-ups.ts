/** Wakes whoever waits for news when the engine has committed something; a burst of commits wakes once. */
import type { Engine } from "../../../engine/engine.ts";

export type WakeUps = {
  /** Calls back soon after each commit, until the answer is called. */
  readonly listen: (callback: () => void) => () => void;
  /** Resolves at the next commit, after `ms`, or when the signal says stop. */
  readonly next: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

export function wakeUps(engine: Pick<Engine, "onCommit">): WakeUps {
  const callbacks = new Set<() => void>();
  let isPlanned = false;
  const wakeAll = (): void => {
    isPlanned = false;
    for (const callback of [...callbacks]) callback();
  };
  const stop = engine.onCommit(() => {
    if (isPlanned || callbacks.size === 0) return;
    isPlanned = true;
    setImmediate(wakeAll);
  });
  const listen = (callback: () => void): (() => void) => {
    callbacks.add(callback);
    return () => void callbacks.delete(callback);
  };
  const next = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        clearTimeout(timer);
        forget();
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const forget = listen(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  return { listen, next, close: stop };
}
