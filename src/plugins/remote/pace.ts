/**
 * How often a forge or tracker is asked without being told to. The engine looks at every project twice a minute; what is asked
 * there is asked as often as its settings say while something goes on, more seldom the longer nothing moves, and so that what is
 * left of the quota lasts until it is full again. Where webhooks arrive, it is asked when one did, and seldom beside that: some
 * get lost.
 */
export type Pace = {
  /** Is it time? Then the next time begins now. */
  readonly isDue: () => boolean;
  /** We did something ourselves: the next look is a real one. */
  readonly soon: () => void;
  /** The other side said that something happened. */
  readonly wake: () => void;
  /** What the last look met: something moved, or somebody waits for something to move. */
  readonly found: (isAlive: boolean) => void;
  /** The last look failed: what it was to see is unseen, so the next one comes after the usual while. */
  readonly missed: () => void;
};

export type PaceOptions = {
  /** While something goes on. */
  readonly everyMs: () => number;
  /** How many times slower, for the quota's sake. */
  readonly strain: () => number;
  readonly wallMs: () => number;
};

const MINUTE_MS = 60_000;
const WITH_HINTS_MS = 10 * MINUTE_MS;
/** Without one for this long, nobody knows whether they still arrive. */
const HINTS_TRUSTED_MS = 24 * 60 * MINUTE_MS;

/** The first that fits says how many times slower it is asked. */
const CALM = [
  { afterMs: 120 * MINUTE_MS, slower: 4 },
  { afterMs: 30 * MINUTE_MS, slower: 2 },
];

export function paceOf({ everyMs, strain, wallMs }: PaceOptions): Pace {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let hintedMs = Number.NEGATIVE_INFINITY;
  let aliveMs = wallMs();
  let isMissed = false;
  const soon = (): void => {
    lookedMs = Number.NEGATIVE_INFINITY;
    aliveMs = wallMs();
  };
  const waitMs = (nowMs: number): number => {
    if (isMissed) return everyMs() * strain();
    const calm = CALM.find(({ afterMs }) => nowMs - aliveMs >= afterMs)?.slower ?? 1;
    const ownMs = everyMs() * calm * strain();
    return Math.abs(nowMs - hintedMs) < HINTS_TRUSTED_MS ? Math.max(WITH_HINTS_MS, ownMs) : ownMs;
  };
  return {
    soon,
    wake: () => {
      hintedMs = wallMs();
      soon();
    },
    found: (isAlive) => {
      if (isAlive) aliveMs = wallMs();
    },
    missed: () => void (isMissed = true),
    isDue: () => {
      const nowMs = wallMs();
      // Also when the clock was set back: or nothing would be read for as long.
      if (Math.abs(nowMs - lookedMs) < waitMs(nowMs)) return false;
      lookedMs = nowMs;
      isMissed = false;
      return true;
    },
  };
}

/** A look that fails is not taken for one. */
export async function looking<T extends { readonly ok: boolean }>(pace: Pace, look: () => Promise<T>): Promise<T> {
  const read = await look();
  if (!read.ok) pace.missed();
  return read;
}
