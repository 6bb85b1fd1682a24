/** How soon a daemon that died is started again. It is never given up: what is wrong may pass, and agents wait for it. */

/** `livedMs`: from its start to its death. */
export type Death = { readonly atMs: number; readonly livedMs: number };
export type NextStart = { readonly waitMs: number; readonly isHopeless: boolean };

/** One that dies sooner most likely dies of its own start; after so many of those, more haste would only burn power. */
const SHORT_LIFE_MS = 5_000;
const QUICK_RESTARTS_MAX = 5;
const WINDOW_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const HOPELESS_WAIT_MS = 5 * 60_000;

/** `deaths` includes the one just now. */
export function planNextStart(deaths: readonly Death[], nowMs: number): NextStart {
  const recent = deaths.filter(({ atMs, livedMs }) => nowMs - atMs < WINDOW_MS && livedMs < SHORT_LIFE_MS).length;
  if (recent > QUICK_RESTARTS_MAX) return { waitMs: HOPELESS_WAIT_MS, isHopeless: true };
  return { waitMs: FIRST_WAIT_MS * 4 ** Math.max(0, recent - 1), isHopeless: false };
}
