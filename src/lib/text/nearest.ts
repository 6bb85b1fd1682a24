/** The candidate a person most likely meant, or null when none is near: at most every third letter, or `lettersMax`, may differ. */
export function findNearest(word: string, candidates: readonly string[], lettersMax = Infinity): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best === undefined) return null;
  const allowed = Math.max(1, Math.ceil(Math.max(word.length, best.candidate.length) / 3));
  return best.distance <= Math.min(allowed, lettersMax) ? best.candidate : null;
}

const MEANT_MAX = 5;

/** The candidates a person may have meant: the nearest, then those that the word is a part of. */
export function findMeant(word: string, candidates: readonly string[]): readonly string[] {
  const near = findNearest(word, candidates);
  const holding = word.length < 2 ? [] : candidates.filter((candidate) => candidate.includes(word));
  return [...new Set([...(near === null ? [] : [near]), ...holding])].slice(0, MEANT_MAX);
}

/** Letters to insert, delete or replace, and neighbours to swap, until one word is the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = readColumn(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = isSwap(from, to, row, column) ? readColumn(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(replaced, swapped, readColumn(last, column) + 1, readColumn(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return readColumn(last, to.length);
}

const isSwap = (from: string, to: string, row: number, column: number): boolean =>
  row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];

const readColumn = (row: readonly number[], column: number): number => row[column] ?? Infinity;
