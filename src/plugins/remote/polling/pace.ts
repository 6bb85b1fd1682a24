import type { HintKind } from "../../../slots/hint.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";

/**
 * How often a forge or tracker is asked without being told to. The engine looks at every project twice a minute; what is asked
 * there is asked as often as its settings say while something goes on, less often the longer nothing moves, and so that what is
 * left of the quota lasts until it is full again. Where webhooks arrive, it is asked soon after one did, many of them together,
 * and rarely beside that, since some get lost: but only where they tell of each kind of thing that is looked for.
 */
export type Pace = {
  /** Is it time? Then the next time begins now. */
  readonly isDue: () => boolean;
  /** We did something ourselves: the next look is a real one. */
  readonly soon: () => void;
  /** The other side said that something happened. Left out: anything. */
  readonly wake: (of?: HintKind) => void;
  /** What the last look met: something moved, or somebody waits for something to move. */
  readonly found: (isAlive: boolean) => void;
  /** The last look failed: what it was to see is unseen, so the next one comes after the usual while. */
  readonly missed: () => void;
  /** Nobody is told any more that it is time. */
  readonly stop: () => void;
};

export type PaceOptions = {
  /** While something goes on. */
  readonly everyMs: () => number;
  /** How many times slower, for the quota's sake. */
  readonly strain: () => number;
  readonly wallMs: () => number;
  /** What its looks show. */
  readonly kinds: readonly HintKind[];
  /** Whoever looks is told when it is time, where a hint came too soon after the last look. Left out: it looks often enough. */
  readonly later?: { readonly after: RemoteClock["after"]; readonly onDue: () => void };
};

const MINUTE_MS = 60_000;
const WITH_HINTS_MS = 10 * MINUTE_MS;
/** Without one for this long, nobody knows whether they still arrive. */
const HINTS_TRUSTED_MS = 24 * 60 * MINUTE_MS;
/** One push can cause a hundred deliveries: they cost as many looks as fit between the first and the last. */
export const HINTED_EVERY_MS = 5_000;

/** The first that fits says how many times slower it is asked. */
const CALM = [
  { afterMs: 120 * MINUTE_MS, slower: 4 },
  { afterMs: 30 * MINUTE_MS, slower: 2 },
];

export function createPace({ everyMs, strain, wallMs, kinds, later }: PaceOptions): Pace {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let aliveMs = wallMs();
  let [isMissed, isHinted] = [false, false];
  let cancel: (() => void) | null = null;
  const hints = createHints(kinds);
  const ownMs = (nowMs: number): number => {
    const calm = CALM.find(({ afterMs }) => nowMs - aliveMs >= afterMs)?.slower ?? 1;
    const usualMs = everyMs() * calm * strain();
    return hints.areTrusted(nowMs) ? Math.max(WITH_HINTS_MS, usualMs) : usualMs;
  };
  const waitMs = (nowMs: number): number => {
    const usualMs = isMissed ? everyMs() * strain() : ownMs(nowMs);
    return isHinted && !isMissed ? Math.min(usualMs, HINTED_EVERY_MS * strain()) : usualMs;
  };
  const tellLater = (): void => {
    const leftMs = lookedMs + HINTED_EVERY_MS * strain() - wallMs();
    if (later === undefined || cancel !== null || leftMs <= 0) return;
    cancel = later.after(leftMs, () => {
      cancel = null;
      if (isHinted) later.onDue();
    });
  };
  return {
    soon: () => {
      lookedMs = Number.NEGATIVE_INFINITY;
      aliveMs = wallMs();
    },
    wake: (of) => {
      hints.note(of, wallMs());
      isHinted = true;
      aliveMs = wallMs();
      tellLater();
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
      [isMissed, isHinted] = [false, false];
      return true;
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}

/** A sender that never told of one kind may not be set up to: of that nobody would hear. */
function createHints(kinds: readonly HintKind[]) {
  const toldMs = new Map<HintKind, number>();
  return {
    note: (of: HintKind | undefined, nowMs: number): void => {
      for (const kind of of === undefined ? kinds : [of]) toldMs.set(kind, nowMs);
    },
    areTrusted: (nowMs: number): boolean =>
      kinds.every((kind) => Math.abs(nowMs - (toldMs.get(kind) ?? Number.NEGATIVE_INFINITY)) < HINTS_TRUSTED_MS),
  };
}

/** A look that fails is not taken for one. */
export async function lookAtPace<T extends { readonly ok: boolean }>(pace: Pace, look: () => Promise<T>): Promise<T> {
  const read = await look();
  if (!read.ok) pace.missed();
  return read;
}
