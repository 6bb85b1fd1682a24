/**
 * What recent turns of each kind of agent took at most. Kept in a file: a daemon that comes up again must not learn anew,
 * with thirty agents waiting, what the last one knew.
 */
import { replaceFile } from "../../lib/files/replace-file.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import type { Log } from "../../engine/deps.ts";
import { parseAgentMemory } from "./parse-agent-memory.ts";

/** Enough for a figure that one odd turn does not decide. */
const TURNS_KEPT = 20;
const SHARE = 0.95;

export type AgentMemory = {
  readonly record: (kind: string, peakBytes: number) => void;
  /** Nineteen of twenty turns took no more; null: none has ended yet. */
  readonly observedBytes: (kind: string) => number | null;
};

export function openAgentMemory(file: string, log: Log): AgentMemory {
  const peaks = new Map(parseAgentMemory(readTextIfExists(file) ?? ""));
  return {
    record: (kind, peakBytes) => {
      peaks.set(kind, [...(peaks.get(kind) ?? []), Math.ceil(peakBytes)].slice(-TURNS_KEPT));
      try {
        replaceFile(file, JSON.stringify(Object.fromEntries(peaks)));
      } catch (error) {
        log.warn({ error, file }, "what agents take of memory was not written down; the next turn tries again");
      }
    },
    observedBytes: (kind) => {
      const sorted = (peaks.get(kind) ?? []).toSorted((a, b) => a - b);
      return sorted[Math.ceil(sorted.length * SHARE) - 1] ?? null;
    },
  };
}
