/** One clock for all ages of the page. It stands still while nobody looks, and while nothing is known. */
import { createStore, useStore } from "./external-store.ts";

const TICK_MS = 1_000;

export const clock = createStore(Date.now());
let isFrozen = false;

setInterval(() => {
  if (!isFrozen && document.visibilityState === "visible") clock.set(Date.now());
}, TICK_MS);

/** Without a connection the ages are those of the last word we had. */
export function freezeClock(frozen: boolean): void {
  isFrozen = frozen;
  if (!frozen) clock.set(Date.now());
}

/** Drawn again only when its words change. */
export const useWords = (words: (nowMs: number) => string): string => useStore(clock, words);
