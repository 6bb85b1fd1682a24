/**
 * How often a forge is asked without being told to: the engine looks at every project twice a minute, which would be more
 * than a view of a minute's age needs. Where webhooks arrive, it is asked when one did, and seldom beside that: some get lost.
 */
export type Pace = {
  /** Is it time? Then the next time begins now. */
  readonly isDue: () => boolean;
  /** We did something ourselves: the next look is a real one. */
  readonly soon: () => void;
  /** The forge said that something happened. */
  readonly wake: () => void;
};

const WITH_HINTS_MS = 10 * 60_000;
/** Without one for this long, nobody knows whether they still arrive. */
const HINTS_TRUSTED_MS = 24 * 60 * 60_000;

export function paceOf(everyMs: () => number, wallMs: () => number): Pace {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let hintedMs = Number.NEGATIVE_INFINITY;
  const soon = (): void => void (lookedMs = Number.NEGATIVE_INFINITY);
  return {
    soon,
    wake: () => {
      hintedMs = wallMs();
      soon();
    },
    isDue: () => {
      const now = wallMs();
      const isHinted = Math.abs(now - hintedMs) < HINTS_TRUSTED_MS;
      const waitMs = isHinted ? Math.max(WITH_HINTS_MS, everyMs()) : everyMs();
      // Also when the clock was set back: or nothing would be read for as long.
      if (Math.abs(now - lookedMs) < waitMs) return false;
      lookedMs = now;
      return true;
    },
  };
}
