/** Snapshots in the order they were made, as a forge or tracker serves them: now, or as a replica saw them a while ago. */
import type { Random } from "./random.ts";

export type Versioned = { readonly id: string; readonly version: number };
type Entry<T> = { readonly seq: number; readonly snapshot: T };

/** How many versions of one thing a lagging replica may still show. */
const VERSIONS_KEPT = 12;

export class Feed<T extends Versioned> {
  private seq = 0;
  private readonly entries = new Map<string, Entry<T>[]>();
  private readonly isOpen: (snapshot: T) => boolean;

  constructor(isOpen: (snapshot: T) => boolean) {
    this.isOpen = isOpen;
  }

  put(snapshot: T): void {
    this.seq += 1;
    const versions = this.entries.get(snapshot.id);
    if (versions === undefined) {
      this.entries.set(snapshot.id, [{ seq: this.seq, snapshot }]);
      return;
    }
    versions.push({ seq: this.seq, snapshot });
    if (versions.length > VERSIONS_KEPT) versions.shift();
  }

  /**
   * All that changed after the cursor. A replica that lags shows less and says so in its cursor: nothing is skipped for
   * good. `lag` null: up to date.
   */
  since(cursor: string | null, lag: Random | null): { readonly snapshots: readonly T[]; readonly cursor: string } {
    const from = cursor === null ? 0 : Number(cursor);
    const upTo = lag === null ? this.seq : Math.max(0, this.seq - lag.int(1, 6));
    const snapshots: T[] = [];
    for (const versions of this.entries.values()) {
      const entry = visibleAt(versions, upTo);
      if (entry === undefined || entry.seq <= from) continue;
      if (cursor === null && !this.isOpen(entry.snapshot)) continue;
      snapshots.push(entry.snapshot);
    }
    return { snapshots, cursor: String(Math.max(from, upTo)) };
  }

  latest(id: string): T | undefined {
    return this.entries.get(id)?.at(-1)?.snapshot;
  }

  /** Some version that was once the newest. */
  older(id: string, lag: Random): T | undefined {
    const versions = this.entries.get(id);
    return versions === undefined ? undefined : versions[Math.max(0, versions.length - 1 - lag.int(1, 4))]?.snapshot;
  }
}

function visibleAt<T>(versions: readonly Entry<T>[], upTo: number): Entry<T> | undefined {
  for (let at = versions.length - 1; at >= 0; at -= 1) {
    const entry = versions[at];
    if (entry !== undefined && entry.seq <= upTo) return entry;
  }
  return undefined;
}
