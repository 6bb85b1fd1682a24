/**
 * How much memory and disk and how many processes one program may take, with all that it starts. Beyond it the program ends
 * alone: the rest of the machine goes on.
 */
import { formatBinaryBytes } from "../text/format-bytes.ts";
import type { DiskCeiling } from "./disk-watch.ts";

export type Ceiling = {
  readonly memoryBytes: number;
  readonly processes: number;
  /** No means of the system holds this one; it is always watched. Left out: no limit. */
  readonly disk?: DiskCeiling;
};

/** `out_of_memory`: the system had no memory left and chose this program, which was below its own ceiling. */
export type Breach = "memory_limit" | "process_limit" | "disk_limit" | "out_of_memory";

export type Argv = readonly [string, ...string[]];

/** A means to hold programs below their ceilings. Everything is found again by its name, also by the next daemon. */
export type CeilingMeans = {
  readonly name: "systemd" | "cgroup v2" | "cgroup v1" | "watched";
  /** Whether the system ends all of a program at once; else whoever watches it ends what is left. */
  readonly endsWhole: boolean;
  /**
   * The program that runs `argv` below a ceiling: same process, terminal, environment and exit code. It can be started
   * at once, and once.
   */
  readonly wrap: (name: string, ceiling: Ceiling, argv: Argv) => Argv;
  /** Shell text for whoever outlives the program: sets `__ao_cut` to the breach and the limit when there was one. */
  readonly breachScript: (name: string, ceiling: Ceiling) => string;
  /** What the system did to the program; null: nothing, or this means cannot tell. */
  readonly findBreach: (name: string, ceiling: Ceiling) => Promise<Breach | null>;
  /** Forgets one that has ended; one that still holds a process stays until it is closed or swept again. */
  readonly close: (name: string) => void;
  /** Closes all whose names begin so. */
  readonly sweep: (prefix: string) => void;
};

/** `$0` of the shell that prepares a program; who looks for the program sees that it has not begun yet. */
export const PREPARING = "ao-ceiling";

/**
 * Shell text that makes the kernel end this program before the daemon when the whole machine is out of memory: without
 * it the largest process goes first, which is often the daemon. Any process may raise its own score.
 */
export const YIELD_MEMORY_SCRIPT = `\
{ IFS= read -r __ao_score < /proc/self/oom_score_adj && printf %s "$((__ao_score + 500 > 1000 ? 1000 : __ao_score + 500))" > /proc/self/oom_score_adj; } 2> /dev/null
`;

/** Nothing of the system holds programs here: whoever started them watches what they take, and ends them. */
export const watchedOnly: CeilingMeans = {
  name: "watched",
  endsWhole: true,
  wrap: (_name, _ceiling, argv) =>
    process.platform === "linux" ? ["/bin/sh", "-c", `${YIELD_MEMORY_SCRIPT}exec "$@"`, PREPARING, ...argv] : argv,
  breachScript: () => "",
  findBreach: async () => null,
  close: () => undefined,
  sweep: () => undefined,
};

/** As it stands in `cut` of a turn: the breach, and the limit that was reached. */
export function describeLimit(breach: Breach, { memoryBytes, processes, disk }: Ceiling): string {
  const limit = breach === "process_limit" ? processes : breach === "disk_limit" ? (disk?.bytes ?? 0) : memoryBytes;
  return `${breach} ${limit}`;
}

/** What happened to a program, as one says it of the program. */
export function describeBreach(breach: Breach, { memoryBytes, processes, disk }: Ceiling): string {
  switch (breach) {
    case "memory_limit":
      return `took more memory than its limit of ${formatBinaryBytes(memoryBytes)} and was ended (memory_limit)`;
    case "process_limit":
      return `wanted more than ${processes} processes and threads, its limit (process_limit)`;
    case "disk_limit":
      return `took more of the disk than its limit of ${formatBinaryBytes(disk?.bytes ?? 0)} and was ended (disk_limit)`;
    case "out_of_memory":
      return "was ended by the system, which had no memory left (out_of_memory)";
  }
}

export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
