/**
 * Versions of issues, where the tracker has none that grows with all that a snapshot shows: of a relation that was taken away
 * nothing is left. It grows as often as what was read differs from what was read before; the first reading takes the time.
 */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";

/** `toldMs`: when it moved last, as the tracker says. */
export type GrowingVersions = (seen: Omit<IssueSnapshot, "version">, toldMs: number) => IssueSnapshot;

type Known = { readonly toldMs: number; readonly shown: string; readonly snapshot: IssueSnapshot };

const ISSUES_MAX = 10_000;

export function createGrowingVersions(wallMs: () => number): GrowingVersions {
  const known = new Map<string, Known>();
  return (seen, toldMs) => {
    const before = known.get(seen.id);
    // A replica that lags behind shows what was before: what is known stays.
    if (before !== undefined && before.toldMs > toldMs) return before.snapshot;
    const shown = JSON.stringify(seen);
    if (before?.shown === shown && before.toldMs === toldMs) return before.snapshot;
    const least =
      before === undefined ? Math.trunc(wallMs()) : before.snapshot.version + (before.shown === shown ? 0 : 1);
    const snapshot = { ...seen, version: Math.max(toldMs, least) };
    if (known.size >= ISSUES_MAX) known.clear();
    known.set(seen.id, { toldMs, shown, snapshot });
    return snapshot;
  };
}
