/** A newer `ao` is installed: this daemon makes room when no turn is open and nothing is about to be done. */
import type { Store } from "../../store/open.ts";

const LOOK_EVERY_MS = 1_000;

/** Calls back once, at the next idle moment. `nowMs` is counted time. Returns a function that calls it off. */
export function waitForIdle(store: Store, nowMs: () => number, idle: () => void): () => void {
  const timer = setInterval(() => {
    if (!isIdle(store, nowMs())) return;
    clearInterval(timer);
    idle();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function isIdle({ sessions, outbox }: Store, nowMs: number): boolean {
  return sessions.openTurns().length === 0 && outbox.ready(nowMs, 1).length === 0;
}
