/** The same order for the same seed, on every machine. */
export function shuffleList<T>(list: readonly T[], seed: number): readonly T[] {
  const next = createNumbers(seed);
  return list
    .map((one) => ({ one, at: next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one);
}

/** Mulberry32. */
function createNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
