/**
 * How much memory is free for more programs, and how hard the system already works to find some. In a container or any
 * other limited group the group's own limits count, less what the system would drop from its caches.
 */
import { join } from "node:path";
import { freemem, totalmem } from "node:os";
import { readTextIfExists } from "./files/if-there.ts";
import { findOwnCgroups, listLevels, type OwnCgroup } from "./ceiling/own-cgroups.ts";

export type MachineMemory = {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Per cent of the last ten seconds in which some or all programs waited for memory; null where nobody measures it. */
  readonly pressure: { readonly some: number; readonly full: number } | null;
  /** Processes and threads that there are, and may be, wherever that is tightest; null where nobody tells. */
  readonly processes: { readonly count: number; readonly max: number } | null;
};

/** `proc` is `/proc` but in tests. */
export function readMachineMemory(proc = "/proc"): MachineMemory {
  if (process.platform !== "linux")
    return { freeBytes: process.availableMemory(), totalBytes: totalmem(), pressure: null, processes: null };
  const { memory, pids } = findOwnCgroups(proc);
  const machine = readMachine(proc);
  const levels = memory === null ? [] : listLevels(memory).flatMap((folder) => readGroup(memory.version, folder) ?? []);
  return {
    freeBytes: Math.max(0, Math.min(machine.freeBytes, ...levels.map(({ freeBytes }) => freeBytes))),
    totalBytes: Math.min(machine.totalBytes, ...levels.map(({ totalBytes }) => totalBytes)),
    pressure: readPressure(proc, memory),
    processes: readProcesses(proc, pids),
  };
}

type Room = { readonly freeBytes: number; readonly totalBytes: number };

function readMachine(proc: string): Room {
  const info = readTextIfExists(join(proc, "meminfo")) ?? "";
  const bytes = (name: string): number | null => {
    const kilobytes = new RegExp(`^${name}: +(\\d+) kB$`, "m").exec(info)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  };
  return { freeBytes: bytes("MemAvailable") ?? freemem(), totalBytes: bytes("MemTotal") ?? totalmem() };
}

/** Null: it has no limit of its own. */
function readGroup(version: 1 | 2, folder: string): Room | null {
  const read = (name: string): string => (readTextIfExists(join(folder, name)) ?? "").trim();
  const [limit, used] =
    version === 2
      ? [findSmallest(read("memory.max"), read("memory.high")), Number(read("memory.current"))]
      : [findSmallest(read("memory.limit_in_bytes")), Number(read("memory.usage_in_bytes"))];
  if (limit === null) return null;
  // Files that were read once and are not used now: dropped as soon as somebody needs the room.
  const key = version === 2 ? "inactive_file" : "total_inactive_file";
  const dropped = Number(new RegExp(`^${key} (\\d+)$`, "m").exec(read("memory.stat"))?.[1] ?? 0);
  return { freeBytes: limit - used + dropped, totalBytes: limit };
}

/** Version 1 writes the largest number it knows for "none", version 2 a word. */
function findSmallest(...limits: readonly string[]): number | null {
  const known = limits.flatMap((text) =>
    /^\d+$/.test(text) && Number(text) < Number.MAX_SAFE_INTEGER ? [Number(text)] : [],
  );
  return known.length === 0 ? null : Math.min(...known);
}

function readPressure(proc: string, memory: OwnCgroup | null): MachineMemory["pressure"] {
  const ofGroup = memory?.version === 2 ? readTextIfExists(join(memory.folder, "memory.pressure")) : null;
  const ofMachine = readTextIfExists(join(proc, "pressure/memory"));
  const both = [ofGroup, ofMachine].flatMap((text) => (text === null ? [] : [text]));
  if (both.length === 0) return null;
  const most = (kind: "some" | "full"): number =>
    Math.max(...both.map((text) => Number(new RegExp(`^${kind} avg10=([\\d.]+)`, "m").exec(text)?.[1] ?? 0)));
  return { some: most("some"), full: most("full") };
}

function readProcesses(proc: string, pids: OwnCgroup | null): MachineMemory["processes"] {
  const count = Number(/ \d+\/(\d+) /.exec(readTextIfExists(join(proc, "loadavg")) ?? "")?.[1] ?? 0);
  const max = findSmallest(
    (readTextIfExists(join(proc, "sys/kernel/pid_max")) ?? "").trim(),
    (readTextIfExists(join(proc, "sys/kernel/threads-max")) ?? "").trim(),
  );
  const ofMachine = count > 0 && max !== null ? [{ count, max }] : [];
  const ofGroups = (pids === null ? [] : listLevels(pids)).flatMap((folder) => {
    const groupMax = findSmallest((readTextIfExists(join(folder, "pids.max")) ?? "").trim());
    return groupMax === null ? [] : [{ count: Number(readTextIfExists(join(folder, "pids.current"))), max: groupMax }];
  });
  const all = [...ofMachine, ...ofGroups];
  return all.length === 0 ? null : all.reduce((a, b) => (b.max - b.count < a.max - a.count ? b : a));
}
