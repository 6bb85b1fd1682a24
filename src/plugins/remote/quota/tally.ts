/** How much was spent in the last while: counts in bins of time, as many bins as the while has. */
export type Tally = { readonly binMs: number; readonly bins: number; readonly counts: readonly Count[] };

type Count = { readonly bin: number; readonly n: number };

export const createTally = (windowMs: number, bins: number): Tally => ({ binMs: windowMs / bins, bins, counts: [] });

export function spend(tally: Tally, n: number, nowMs: number): Tally {
  const bin = findBin(tally, nowMs);
  const kept = tally.counts.filter((count) => count.bin !== bin && isRecent(tally, count, bin));
  const here = tally.counts.find((count) => count.bin === bin)?.n ?? 0;
  return { ...tally, counts: [...kept, { bin, n: here + n }] };
}

export function sumSpent(tally: Tally, nowMs: number): number {
  const bin = findBin(tally, nowMs);
  return tally.counts.reduce((sum, count) => (isRecent(tally, count, bin) ? sum + count.n : sum), 0);
}

/** When another `n` fit below `max`: now, or when enough of what was spent is long ago. */
export function findFitMs(tally: Tally, n: number, max: number, nowMs: number): number {
  let total = sumSpent(tally, nowMs);
  if (total === 0 || total + n <= max) return nowMs;
  const bin = findBin(tally, nowMs);
  const recent = tally.counts.filter((count) => isRecent(tally, count, bin)).sort((one, other) => one.bin - other.bin);
  for (const count of recent) {
    total -= count.n;
    if (total + n <= max || total === 0) return (count.bin + tally.bins) * tally.binMs;
  }
  return nowMs;
}

const findBin = ({ binMs }: Tally, nowMs: number): number => Math.floor(nowMs / binMs);

const isRecent = ({ bins }: Tally, count: Count, bin: number): boolean => count.bin > bin - bins && count.bin <= bin;
