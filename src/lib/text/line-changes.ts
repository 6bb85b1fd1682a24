/** Two texts as one list of lines: what stayed, what went, what came. For texts that people write by hand. */
export type LineChange = {
  readonly kind: "same" | "added" | "removed";
  /** Its number in the text it stands in: the new one, unless it went. */
  readonly line: number;
  readonly text: string;
};

export function diffLines(before: string, after: string): readonly LineChange[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  const shared = countSharedLines(old, now);
  const changes: LineChange[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const kind = chooseStep(old, now, shared, [at, to]);
    const [line, text] = kind === "removed" ? [at + 1, old[at]] : [to + 1, now[to]];
    changes.push({ kind, line, text: text ?? "" });
    if (kind !== "added") at += 1;
    if (kind !== "removed") to += 1;
  }
  return changes;
}

type Shared = readonly (readonly number[])[];

function chooseStep(
  old: readonly string[],
  now: readonly string[],
  shared: Shared,
  [at, to]: readonly [number, number],
): LineChange["kind"] {
  if (at >= old.length) return "added";
  if (to >= now.length) return "removed";
  if (old[at] === now[to]) return "same";
  return (shared[at + 1]?.[to] ?? 0) >= (shared[at]?.[to + 1] ?? 0) ? "removed" : "added";
}

/** What changed, and so many lines around it. */
export function keepNearChanges(changes: readonly LineChange[], around: number): readonly LineChange[] {
  const isNear = (index: number): boolean =>
    changes.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same");
  return changes.filter((_, index) => isNear(index));
}

const splitLines = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** How many lines both have in common from each pair of lines on. */
function countSharedLines(old: readonly string[], now: readonly string[]): Shared {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0));
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const row = lengths[at] ?? [];
      const below = lengths[at + 1] ?? [];
      row[to] = old[at] === now[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  return lengths;
}
