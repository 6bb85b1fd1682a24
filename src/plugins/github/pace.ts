/**
 * How often GitHub is asked without being told to: the engine looks at every project twice a minute, which would be more
 * than a view of a minute's age needs. A hint makes the next look a real one.
 */
export type Pace = {
  /** Is it time? Then the next time begins now. */
  readonly isDue: () => boolean;
  /** Something may have happened: the next look is a real one. */
  readonly wake: () => void;
};

export function paceOf(everyMs: () => number, wallMs: () => number): Pace {
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => {
      const now = wallMs();
      // Also when the clock was set back: or nothing would be read for as long.
      if (now < nextMs && nextMs - now <= everyMs()) return false;
      nextMs = now + everyMs();
      return true;
    },
    wake: () => void (nextMs = Number.NEGATIVE_INFINITY),
  };
}
