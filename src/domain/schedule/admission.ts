/**
 * Whether there is memory for one more turn. Every open turn keeps what it is expected to take, also before it takes it:
 * twenty grants in one second do not count the same free gigabyte twenty times. Whoever waits for memory is not overtaken
 * by smaller ones, and when nothing runs at all one turn begins with what there is.
 */
import { formatAgentKind, type MemoryLimits } from "./board.ts";
import type { ProjectId, SessionId } from "../model/ids.ts";

export type MemoryClaim = {
  readonly project: ProjectId;
  readonly specialist: string | null;
  /** Null: it has no session yet. */
  readonly session: SessionId | null;
};

export class MemoryTally {
  private readonly limits: MemoryLimits | null;
  private freeBytes: number;
  private turns = 0;
  /** The first one that waits for memory; what becomes free is kept for it. */
  private first: string | null = null;

  constructor(limits: MemoryLimits | null) {
    this.limits = limits;
    this.freeBytes = limits?.freeBytes ?? Number.POSITIVE_INFINITY;
  }

  /** A turn is open, or about to be: what it does not take yet is no longer free. */
  take(claim: MemoryClaim): void {
    this.turns += 1;
    const used = claim.session === null ? undefined : this.limits?.usedBytes.get(claim.session);
    this.freeBytes -= Math.max(0, this.expected(claim) - (used ?? 0));
  }

  /** Why there is no memory for it now; null: there is. */
  refuse(claim: MemoryClaim, name: string): string | null {
    if (this.limits === null) return null;
    const { refusedBy, slowedBy, freeBytes } = this.limits;
    if (refusedBy !== null) return refusedBy;
    if (this.turns === 0 && freeBytes >= 0) return null;
    if (slowedBy !== null) return slowedBy;
    const need = this.expected(claim);
    if (this.first !== null) return `memory is kept for ${this.first}, which waits longer`;
    if (this.freeBytes >= need) return null;
    this.first = name;
    const free = formatMemory(Math.max(0, this.freeBytes));
    return `not enough memory: ${free} free, needs about ${formatMemory(need)}`;
  }

  private expected({ project, specialist }: MemoryClaim): number {
    if (this.limits === null) return 0;
    return this.limits.expectedBytes.get(formatAgentKind(project, specialist)) ?? this.limits.otherwiseBytes;
  }
}

/** As people speak of memory: 640 MB, 2.1 GB. */
function formatMemory(bytes: number): string {
  return bytes >= 1_000_000_000 ? `${(bytes / 1_000_000_000).toFixed(1)} GB` : `${Math.floor(bytes / 1_000_000)} MB`;
}
