/**
 * How many checks run at once, and who is next. What lands goes before the base, the base before changes that wait to land, those before the rest. Among equals
 * projects take turns, so that a long suite of one does not hold up the others; within a project the shortest goes first,
 * but nobody is overtaken for ever. What is known to be short has a place of its own beside the others; one that takes
 * longer than it should counts among the others from then on, so that a hanging check does not hold up the next short one.
 */

export type CheckSlots = {
  /** Waits for a place and gives it; null when the signal called it off first. */
  readonly take: (claim: SlotClaim, signal: AbortSignal) => Promise<CheckSlot | null>;
  /** Where it stands in the line; null: it does not wait. */
  readonly findInLine: (claim: SlotClaim) => InLine | null;
  readonly countWaiting: () => number;
};

/** One who wants a place; the object itself is its name. */
export type SlotClaim = {
  readonly urgency: Urgency;
  readonly project: string;
  /** As long as it took before; null: not known. */
  readonly expectedMs: number | null;
};

/** Smaller is sooner. */
export type Urgency = 0 | 1 | 2 | 3;
export type CheckSlot = { readonly giveBack: () => void };
export type InLine = { readonly place: number; readonly of: number };

/** Also beside suites that take all places it is answered within seconds. */
export const SHORT_MS = 5_000;
/** One that was never run may take long: it is taken for a minute. */
const UNKNOWN_MS = 60_000;
/** So often others may go first because they are shorter. */
const OVERTAKEN_MAX = 8;

type Waiting = { readonly claim: SlotClaim; readonly enter: (place: CheckSlot) => void; overtaken: number };

/** Runs it once that much time has passed; answers how to call it off. */
export type StartTimer = (run: () => void, ms: number) => () => void;

/** One for the whole daemon: projects share the machine. `isCrowded`: there is no room beside the places. */
export function createCheckSlots(
  max: () => number,
  isCrowded: () => boolean = () => false,
  startTimer: StartTimer = startUnrefTimer,
): CheckSlots {
  const inside = new Set<SlotClaim>();
  const turns = new Map<string, number>();
  const express = createExpressPlace(inside, { startTimer, onLate: () => letIn() });
  let waiting: readonly Waiting[] = [];
  let turn = 0;

  const order = (): readonly Waiting[] => sortWaiting(waiting, { inside, turns });
  const letIn = (): void => {
    for (let next = order()[0]; next !== undefined && inside.size < Math.max(1, max()); next = order()[0]) {
      countOvertaken(waiting, next);
      inside.add(next.claim);
      turns.set(next.claim.project, (turn += 1));
      enter(next, () => void inside.delete(next.claim));
    }
    if (inside.size <= Math.max(1, max())) express.moveLate();
    const short = isCrowded() || express.isTaken() ? undefined : order().find(({ claim }) => isShort(claim));
    if (short !== undefined) enter(short, express.take(short.claim));
  };
  const enter = (one: Waiting, leave: () => void): void => {
    waiting = waiting.filter((other) => other !== one);
    let isGiven = false;
    const giveBack = (): void => {
      if (isGiven) return;
      isGiven = true;
      leave();
      letIn();
    };
    one.enter({ giveBack });
  };
  return {
    take: (claim, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const leave = (): void => {
          waiting = waiting.filter((one) => one !== mine);
          resolve(null);
        };
        const mine: Waiting = {
          claim,
          overtaken: 0,
          enter: (place) => {
            signal.removeEventListener("abort", leave);
            resolve(place);
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting = [...waiting, mine];
        letIn();
      }),
    findInLine: (claim) => findIn(order(), claim),
    countWaiting: () => waiting.length,
  };
}

function findIn(order: readonly Waiting[], claim: SlotClaim): InLine | null {
  const at = order.findIndex((one) => one.claim === claim);
  return at === -1 ? null : { place: at + 1, of: order.length };
}

type Timing = { readonly startTimer: StartTimer; readonly onLate: () => void };

/** The place of one short check beside the others, who are `inside`. */
function createExpressPlace(inside: Set<SlotClaim>, { startTimer, onLate }: Timing) {
  let taken: { readonly claim: SlotClaim; isLate: boolean } | null = null;
  return {
    isTaken: (): boolean => taken !== null,
    /** Answers how to leave it. */
    take: (claim: SlotClaim): (() => void) => {
      const mine = { claim, isLate: false };
      taken = mine;
      const stopTimer = startTimer(() => {
        mine.isLate = true;
        onLate();
      }, SHORT_MS);
      return () => {
        stopTimer();
        inside.delete(claim);
        if (taken === mine) taken = null;
      };
    },
    /** One that takes longer than it should counts among those inside from now on. */
    moveLate: (): void => {
      if (taken?.isLate !== true) return;
      inside.add(taken.claim);
      taken = null;
    },
  };
}

/** A timer of its own never keeps the daemon alive. */
const startUnrefTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

type Taken = { readonly inside: ReadonlySet<SlotClaim>; readonly turns: ReadonlyMap<string, number> };

/** As they would be let in, one after another, if nobody else came. */
function sortWaiting(waiting: readonly Waiting[], { inside, turns }: Taken): readonly Waiting[] {
  const ordered: Waiting[] = [];
  const counts = new Map<string, number>();
  for (const { project } of inside) counts.set(project, (counts.get(project) ?? 0) + 1);
  const lastTurns = new Map(turns);
  let turn = Math.max(0, ...turns.values());
  for (let left = waiting; left.length > 0; left = left.filter((one) => one !== ordered.at(-1))) {
    const next = left.reduce((best, one) => (isBefore(one, best, { counts, lastTurns }) ? one : best));
    ordered.push(next);
    const { project } = next.claim;
    counts.set(project, (counts.get(project) ?? 0) + 1);
    lastTurns.set(project, (turn += 1));
  }
  return ordered;
}

type Shares = { readonly counts: ReadonlyMap<string, number>; readonly lastTurns: ReadonlyMap<string, number> };

/** False between equals, who stay in the order in which they came. */
function isBefore(one: Waiting, other: Waiting, { counts, lastTurns }: Shares): boolean {
  const of = ({ claim, overtaken }: Waiting): readonly number[] => [
    claim.urgency,
    counts.get(claim.project) ?? 0,
    lastTurns.get(claim.project) ?? 0,
    overtaken >= OVERTAKEN_MAX ? -1 : (claim.expectedMs ?? UNKNOWN_MS),
  ];
  const [mine, theirs] = [of(one), of(other)];
  const at = mine.findIndex((value, n) => value !== theirs[n]);
  return at !== -1 && (mine[at] ?? 0) < (theirs[at] ?? 0);
}

/** Those of its project that came before it have been overtaken once more. */
function countOvertaken(waiting: readonly Waiting[], next: Waiting): void {
  for (const one of waiting) {
    if (one === next) return;
    if (one.claim.project === next.claim.project && one.claim.urgency === next.claim.urgency) one.overtaken += 1;
  }
}

const isShort = ({ expectedMs }: SlotClaim): boolean => expectedMs !== null && expectedMs <= SHORT_MS;
