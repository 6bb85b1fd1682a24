/** What trees of processes take of the machine, from one look at all processes. */
import { join } from "node:path";
import { readTextIfExists, hasCode } from "../files/if-there.ts";
import { readPageBytes, type ProcessEntry } from "../process/process-table.ts";
import type { Breach, Ceiling } from "./ceiling.ts";
import { measurePrivateTmpfs } from "./private-tmpfs.ts";

export type ProcessUse = {
  /** Their own memory: what they share with others, programs and libraries above all, is not counted. */
  readonly memoryBytes: number;
  /** All that they have in memory, what is shared counted for each. Never less than what they really take. */
  readonly residentBytes: number;
  /** Files that they keep in memory; counted in both sums above. */
  readonly tmpfsBytes: number;
  /** With their threads, as the system counts. */
  readonly processes: number;
};

export type ProcessTree = {
  /** Everything below a process, itself included; also whoever stayed in its group or session. */
  readonly below: (root: number) => readonly ProcessEntry[];
};

export function buildProcessTree(all: readonly ProcessEntry[]): ProcessTree {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const groups = Map.groupBy(all, ({ group }) => group);
  const sessions = Map.groupBy(all, ({ session }) => session);
  return {
    below: (root) => {
      const found = new Map<number, ProcessEntry>();
      const add = (entries: readonly ProcessEntry[] = []): void => {
        for (const entry of entries) {
          if (found.has(entry.pid)) continue;
          found.set(entry.pid, entry);
          add(children.get(entry.pid));
        }
      };
      add(all.filter(({ pid }) => pid === root));
      add(groups.get(root));
      add(sessions.get(root));
      return [...found.values()];
    },
  };
}

export function measure(processes: readonly ProcessEntry[]): ProcessUse {
  const sum = (read: (entry: ProcessEntry) => number): number =>
    processes.reduce((total, entry) => total + read(entry), 0);
  const tmpfsBytes = measurePrivateTmpfs(processes);
  return {
    memoryBytes: sum(readOwnBytes) + tmpfsBytes,
    residentBytes: sum(({ residentBytes }) => residentBytes) + tmpfsBytes,
    tmpfsBytes,
    processes: sum(({ threads }) => threads),
  };
}

/** Where the system does not tell what is shared, all of it counts. */
function readOwnBytes({ pid, residentBytes }: ProcessEntry): number {
  if (process.platform !== "linux") return residentBytes;
  const [, resident, shared] = (read(pid, "statm") ?? "").split(" ").map(Number);
  return resident === undefined || shared === undefined ? 0 : (resident - shared) * readPageBytes();
}

/** Asked in two steps, since what is shared is costly to divide and most never come near their ceiling. */
export function findExcess(processes: readonly ProcessEntry[], use: ProcessUse, ceiling: Ceiling): Breach | null {
  if (use.processes > ceiling.processes) return "process_limit";
  if (use.residentBytes <= ceiling.memoryBytes) return null;
  const bytes = processes.reduce((total, entry) => total + readProportionalBytes(entry), use.tmpfsBytes);
  return bytes > ceiling.memoryBytes ? "memory_limit" : null;
}

/** Each page divided by those who have it. */
function readProportionalBytes({ pid, residentBytes }: ProcessEntry): number {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(read(pid, "smaps_rollup") ?? "")?.[1];
  return kilobytes === undefined ? residentBytes : Number(kilobytes) * 1_024;
}

function read(pid: number, name: string): string | null {
  try {
    return readTextIfExists(join("/proc", String(pid), name));
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "EIO")) return null;
    throw error;
  }
}
