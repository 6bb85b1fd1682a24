/** How often and how soon a daemon that died is started again. */
export type Death = { readonly atMs: number };
export type NextStart = { readonly kind: "wait"; readonly waitMs: number } | { readonly kind: "give_up" };

/** More would only hide what is wrong. */
const RESTARTS_MAX = 5;
const WINDOW_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const WAIT_MAX_MS = 30_000;

/** `deaths` includes the one just now. */
export function nextStart(deaths: readonly Death[], nowMs: number): NextStart {
  const recent = deaths.filter(({ atMs }) => nowMs - atMs < WINDOW_MS).length;
  if (recent > RESTARTS_MAX) return { kind: "give_up" };
  return { kind: "wait", waitMs: Math.min(FIRST_WAIT_MS * 4 ** (recent - 1), WAIT_MAX_MS) };
}
