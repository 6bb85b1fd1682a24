/** How much the machine takes: the settings say how many turns at most, memory and disk may say no before, load one at a time. */
import { statfsSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import type { FleetLimits } from "../domain/board.ts";

export type Machine = {
  readonly freeMemoryBytes: number;
  readonly totalMemoryBytes: number;
  /** Of the last minute. */
  readonly load: number;
  readonly cores: number;
  readonly freeDiskBytes: number;
};

const MB = 1_000_000;
/** An agent and its tests need about as much; below it the machine begins to swap. */
const MEMORY_MIN_BYTES = 500 * MB;
const MEMORY_MIN_SHARE = 0.05;
/** Programs that wait for a core, for each core: beyond it everything crawls, the person's own work too. */
const LOAD_PER_CORE_MAX = 8;
/** A workspace more, and the database could no longer be written. */
const DISK_MIN_BYTES = 500 * MB;

/** Why no session may start, or null. */
export function refusalBy(machine: Machine): string | null {
  const memoryMin = Math.min(MEMORY_MIN_BYTES, machine.totalMemoryBytes * MEMORY_MIN_SHARE);
  if (machine.freeMemoryBytes < memoryMin)
    return `only ${megabytes(machine.freeMemoryBytes)} of memory are free; a session starts when there are ${megabytes(memoryMin)}`;
  if (machine.freeDiskBytes < DISK_MIN_BYTES)
    return `only ${megabytes(machine.freeDiskBytes)} of disk are free; a session starts when there are ${megabytes(DISK_MIN_BYTES)}`;
  return null;
}

/** Why no second session starts beside the first, or null. */
export function slownessOf(
  { load, cores }: Pick<Machine, "load" | "cores">,
  perCoreMax = LOAD_PER_CORE_MAX,
): string | null {
  const loadMax = cores * perCoreMax;
  if (load <= loadMax) return null;
  return `the machine is busy (load ${load.toFixed(1)}); one at a time until it is below ${loadMax}`;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

/** `folder` lies on the disk that workspaces grow on. */
export function machineAt(folder: string): Machine {
  const { bavail, bsize } = statfsSync(folder);
  return {
    freeMemoryBytes: process.availableMemory(),
    totalMemoryBytes: process.constrainedMemory() || totalmem(),
    load: loadavg()[0] ?? 0,
    cores: availableParallelism(),
    freeDiskBytes: bavail * bsize,
  };
}

/** The plan asks at each decision; the machine does not change that fast. */
const READ_EVERY_MS = 2_000;

export type FleetParts = {
  /** Lies on the disk that workspaces grow on. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly turnsMax: () => number;
  readonly nowMs: () => number;
};

export function fleetOf({ folder, env, turnsMax, nowMs }: FleetParts): () => FleetLimits {
  const perCoreMax = Number(env["AO_LOAD_PER_CORE"]) || LOAD_PER_CORE_MAX;
  let readAtMs = -Infinity;
  let found: Omit<FleetLimits, "turnsMax"> = { refusedBy: null, slowedBy: null };
  return () => {
    if (Math.abs(nowMs() - readAtMs) >= READ_EVERY_MS) {
      readAtMs = nowMs();
      const machine = machineAt(folder);
      found = { refusedBy: refusalBy(machine), slowedBy: slownessOf(machine, perCoreMax) };
    }
    return { turnsMax: turnsMax(), ...found };
  };
}
