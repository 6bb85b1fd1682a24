/** How much the machine takes: the settings say how many turns at most; memory, disk, processes and load may say no before. */
import { statfsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { computeCeiling } from "../config/resolve/agent-ceiling.ts";
import type { AgentLimits } from "../config/resolve/project-settings.ts";
import { formatAgentKind, type FleetLimits, type MemoryLimits } from "../domain/schedule/board.ts";
import { sessionId, type ProjectId, type SessionId } from "../domain/model/ids.ts";
import type { ProcessUse } from "../lib/ceiling/process-use.ts";
import { readMachineMemory, type MachineMemory } from "../lib/machine-memory.ts";

export type MachineLoad = MachineMemory & {
  /** Of the last minute. */
  readonly load: number;
  readonly cores: number;
  readonly freeDiskBytes: number;
};

const MB = 1_000_000;
/** Never given to agents: the person's own programs and the caches of the system live on it, and the daemon grows. */
const MEMORY_KEPT_BYTES = 500 * MB;
const MEMORY_KEPT_SHARE = 0.05;
/** What the daemon takes at most while it serves thousands of sessions (`bench/boot.ts`); it is smaller when it starts. */
const DAEMON_BYTES = 200 * MB;
/** For the programs that the daemon runs beside agents: git, the host, tmux. */
const DAEMON_PROGRAMS_BYTES = 60 * MB;
/** Programs that wait for a core, for each core: beyond it everything crawls, the person's own work too. */
const LOAD_PER_CORE_MAX = 8;
/** A workspace more, and the database could no longer be written. */
const DISK_MIN_BYTES = 500 * MB;
/** Per cent of the time in which some, or all, programs wait for memory. Beyond it one more turn slows down all of them. */
const PRESSURE_SOME_MAX = 20;
const PRESSURE_FULL_MAX = 5;
/** The rest is for the person, who must still be able to log in and look. */
const PROCESSES_SHARE_MAX = 0.9;

/** Why no session may start, or null. */
export function explainNoStart(machine: Pick<MachineLoad, "freeDiskBytes">): string | null {
  if (machine.freeDiskBytes >= DISK_MIN_BYTES) return null;
  return `only ${formatMegabytes(machine.freeDiskBytes)} of disk are free; a session starts when there are ${formatMegabytes(DISK_MIN_BYTES)}`;
}

/** Why no second session starts beside the first, or null. */
export function explainSlowness(
  { load, cores }: Pick<MachineLoad, "load" | "cores">,
  perCoreMax = LOAD_PER_CORE_MAX,
): string | null {
  const loadMax = cores * perCoreMax;
  if (load <= loadMax) return null;
  return `the machine is busy (load ${load.toFixed(1)}); one at a time until it is below ${loadMax}`;
}

const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

/** What counts for every turn: nothing of it depends on which agent asks. */
export function measureMemory({ freeBytes, totalBytes, pressure, processes }: MachineMemory, daemonBytes: number) {
  const ownGrowth = Math.max(0, DAEMON_BYTES - daemonBytes) + DAEMON_PROGRAMS_BYTES;
  const kept = Math.max(ownGrowth, Math.min(MEMORY_KEPT_BYTES, totalBytes * MEMORY_KEPT_SHARE));
  return {
    freeBytes: freeBytes - kept,
    refusedBy:
      processes === null || processes.count <= processes.max * PROCESSES_SHARE_MAX
        ? null
        : `${processes.count} of at most ${processes.max} processes are taken`,
    slowedBy: explainPressure(pressure),
  };
}

function explainPressure(pressure: MachineMemory["pressure"]): string | null {
  if (pressure === null) return null;
  const { some, full } = pressure;
  if (some <= PRESSURE_SOME_MAX && full <= PRESSURE_FULL_MAX) return null;
  const share = full > PRESSURE_FULL_MAX ? `all programs wait ${full}` : `programs wait ${some}`;
  return `${share} % of the time for memory; one at a time`;
}

/** `folder` lies on the disk that workspaces grow on. */
export function createMachine(folder: string): MachineLoad {
  const { bavail, bsize } = statfsSync(folder);
  return {
    ...readMachineMemory(),
    load: loadavg()[0] ?? 0,
    cores: availableParallelism(),
    freeDiskBytes: bavail * bsize,
  };
}

/** The plan asks at each decision; the machine does not change that fast. */
const READ_EVERY_MS = 2_000;

/** An agent of a project or one of its specialists. */
export type FleetAgent = {
  readonly project: ProjectId;
  readonly specialist: string | null;
  readonly limits: AgentLimits;
};

export type FleetParts = {
  /** Lies on the disk that workspaces grow on. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly turnsMax: () => number;
  readonly nowMs: () => number;
  readonly agents: () => readonly FleetAgent[];
  /** What open turns take now, by session. */
  readonly used: () => ReadonlyMap<string, ProcessUse>;
  /** What recent turns of an agent took, by its kind; null: none ended yet. */
  readonly observedBytes: (kind: string) => number | null;
  /** Why no session may start, beside what the machine says; left out: nothing. */
  readonly refusedBy?: () => string | null;
};

export type FleetCapacity = {
  readonly limits: () => FleetLimits;
  /** Whether there is less memory than one more agent needs. */
  readonly isShortOfMemory: () => boolean;
};

export function createFleet({ folder, env, turnsMax, nowMs, ...parts }: FleetParts): FleetCapacity {
  const perCoreMax = Number(env["AO_LOAD_PER_CORE"]) || LOAD_PER_CORE_MAX;
  let readAtMs = -Infinity;
  let seen: Seen | null = null;
  const limits = (): FleetLimits => {
    if (seen === null || Math.abs(nowMs() - readAtMs) >= READ_EVERY_MS) {
      readAtMs = nowMs();
      // Free memory and what turns take are of one moment, so that nothing counts twice.
      const machine = createMachine(folder);
      seen = { machine, daemonBytes: process.memoryUsage.rss(), usedBytes: sumBySession(parts.used()) };
    }
    const { machine, daemonBytes, usedBytes } = seen;
    return {
      turnsMax: turnsMax(),
      refusedBy: explainNoStart(machine) ?? parts.refusedBy?.() ?? null,
      slowedBy: explainSlowness(machine, perCoreMax),
      // What agents need is asked each time: a project may have been added since the machine was read.
      memory: { ...measureMemory(machine, daemonBytes), usedBytes, ...computeNeeds(parts, machine.totalBytes) },
    };
  };
  return {
    limits,
    isShortOfMemory: () => {
      const { memory } = limits();
      return memory !== null && (memory.freeBytes < memory.otherwiseBytes || memory.slowedBy !== null);
    },
  };
}

/** The machine, read every few seconds. */
type Seen = {
  readonly machine: MachineLoad;
  readonly daemonBytes: number;
  readonly usedBytes: MemoryLimits["usedBytes"];
};

const sumBySession = (used: ReadonlyMap<string, ProcessUse>): MemoryLimits["usedBytes"] =>
  new Map([...used].map(([session, { memoryBytes }]): [SessionId, number] => [sessionId(session), memoryBytes]));

type Needs = Pick<MemoryLimits, "expectedBytes" | "otherwiseBytes">;

function computeNeeds(
  { agents, observedBytes }: Pick<FleetParts, "agents" | "observedBytes">,
  totalBytes: number,
): Needs {
  const all = agents();
  const expected = ({ project, specialist, limits }: FleetAgent): [string, number] => {
    const kind = formatAgentKind(project, specialist);
    const most = Math.max(limits.reservationBytes, observedBytes(kind) ?? 0);
    return [kind, Math.min(most, computeCeiling(limits, totalBytes).memoryBytes)];
  };
  return {
    expectedBytes: new Map(all.map(expected)),
    otherwiseBytes: Math.max(0, ...all.map(({ limits }) => limits.reservationBytes)),
  };
}
