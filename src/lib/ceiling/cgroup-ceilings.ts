/**
 * Ceilings by control groups that we may make ourselves: below our own one, so that whatever limits us limits the
 * programs too. The program joins before it becomes itself; the group stays until it is closed, so that what happened in
 * it can still be read when nobody was there to see it.
 */
import { describeRefusal } from "../disk-errors/system-disk-error.ts";
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, readTextIfExists } from "../files/if-there.ts";
import {
  PREPARING,
  quoteForShell,
  YIELD_MEMORY_SCRIPT,
  type Breach,
  type Ceiling,
  type CeilingMeans,
} from "./ceiling.ts";
import type { OwnCgroup, OwnCgroups } from "./own-cgroups.ts";

/** Where programs are held: one folder, or one for memory and one for processes. */
export type CgroupPlace = { readonly version: 1 | 2; readonly memory: string; readonly pids: string };

/** A group that is gone holds nobody: then the program runs, and is watched as elsewhere. */
const JOIN_SCRIPT = `${YIELD_MEMORY_SCRIPT}for each in "$1/cgroup.procs" "$2/cgroup.procs"; do { printf 0 > "$each"; } 2> /dev/null; done; shift 2; exec "$@"`;

export function createCgroupCeilings({ version, memory, pids }: CgroupPlace): CeilingMeans {
  const at = (name: string) => ({ memory: join(memory, name), pids: join(pids, name) });
  const close = (name: string, tries = REMOVE_TRIES): void => {
    for (const folder of new Set(Object.values(at(name)))) removeGroup(folder, tries);
  };
  return {
    name: `cgroup v${version}`,
    endsWhole: version === 2,
    wrap: (name, ceiling, argv) => {
      const groups = at(name);
      for (const folder of new Set(Object.values(groups))) mkdirSync(folder, { recursive: true });
      for (const [file, value] of listLimitWrites(version, groups, ceiling)) writeFileSync(file, value);
      for (const [file, value] of listWishWrites(version, groups, ceiling)) writeIfThere(file, value);
      return ["/bin/sh", "-c", JOIN_SCRIPT, PREPARING, groups.memory, groups.pids, ...argv];
    },
    breachScript: (name, ceiling) => writeBreachScript(findCounters(version, at(name), ceiling), ceiling),
    findBreach: async (name, ceiling) => findBreach(findCounters(version, at(name), ceiling)),
    close: (name) => close(name),
    // One that holds somebody is in use: its counts are still wanted when it ends.
    sweep: (prefix) => {
      for (const name of new Set([memory, pids].flatMap((folder) => listGroups(folder, prefix)))) close(name, 0);
    },
  };
}

type Groups = { readonly memory: string; readonly pids: string };
type Written = readonly (readonly [file: string, value: string])[];

function listLimitWrites(version: 1 | 2, { memory, pids }: Groups, { memoryBytes, processes }: Ceiling): Written {
  const file = version === 2 ? "memory.max" : "memory.limit_in_bytes";
  return [
    [join(memory, file), String(memoryBytes)],
    [join(pids, "pids.max"), String(processes)],
  ];
}

/** No swap, and whoever breaks the ceiling dies whole; kernels without it leave the rest to whoever watches. */
function listWishWrites(version: 1 | 2, { memory }: Groups, { memoryBytes }: Ceiling): Written {
  if (version === 1) return [[join(memory, "memory.memsw.limit_in_bytes"), String(memoryBytes)]];
  return [
    [join(memory, "memory.swap.max"), "0"],
    [join(memory, "memory.oom.group"), "1"],
  ];
}

function writeIfThere(file: string, value: string): void {
  try {
    writeFileSync(file, value, { flag: "r+" });
  } catch (error) {
    if (!hasCode(error, "ENOENT", "EACCES", "EPERM", "EOPNOTSUPP", "EINVAL")) throw error;
  }
}

/** A count, and from where on it means something. `key` empty: the file is the count. */
type Counter = { readonly file: string; readonly key: string; readonly min: number };
/** `own`: it was at its ceiling. When it was not, a kill was for want of memory elsewhere. */
type Counters = { readonly killed: Counter; readonly own: Counter; readonly refusedForks: Counter };

function findCounters(version: 1 | 2, { memory, pids }: Groups, { memoryBytes }: Ceiling): Counters {
  const refusedForks = { file: join(pids, "pids.events"), key: "max", min: 1 };
  if (version === 2) {
    const file = join(memory, "memory.events");
    return { killed: { file, key: "oom_kill", min: 1 }, own: { file, key: "oom", min: 1 }, refusedForks };
  }
  const killed = { file: join(memory, "memory.oom_control"), key: "oom_kill", min: 1 };
  const min = Math.floor(memoryBytes * NEARLY);
  return { killed, own: { file: join(memory, "memory.max_usage_in_bytes"), key: "", min }, refusedForks };
}

/** The last allocation, which did not fit, may have been of some size. */
const NEARLY = 0.95;

function findBreach({ killed, own, refusedForks }: Counters): Breach | null {
  if (isReached(killed)) return isReached(own) ? "memory_limit" : "out_of_memory";
  return isReached(refusedForks) ? "process_limit" : null;
}

function isReached({ file, key, min }: Counter): boolean {
  const lines = (readTextIfExists(file) ?? "").split("\n").map((line) => line.split(" "));
  const found = key === "" ? lines[0]?.[0] : lines.find(([name]) => name === key)?.[1];
  return Number(found ?? 0) >= min;
}

/** The same as `findBreach`, for a shell: no program is started, and no setting of the environment matters. */
function writeBreachScript({ killed, own, refusedForks }: Counters, { memoryBytes, processes }: Ceiling): string {
  return `\
${readInto("__ao_killed", killed)}${readInto("__ao_own", own)}${readInto("__ao_forks", refusedForks)}\
if [ "$__ao_killed" -ge ${killed.min} ]; then
  if [ "$__ao_own" -ge ${own.min} ]; then __ao_cut='memory_limit ${memoryBytes}'; else __ao_cut='out_of_memory ${memoryBytes}'; fi
elif [ "$__ao_forks" -ge ${refusedForks.min} ]; then
  __ao_cut='process_limit ${processes}'
fi
`;
}

function readInto(variable: string, { file, key }: Counter): string {
  const take = key === "" ? `${variable}=$__ao_key` : `[ "$__ao_key" != ${key} ] || ${variable}=$__ao_value`;
  return `\
${variable}=0
while IFS=' ' read -r __ao_key __ao_value; do ${take}; done 2> /dev/null < ${quoteForShell(file)}
`;
}

function listGroups(folder: string, prefix: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true });
  return names.flatMap((entry) => (entry.isDirectory() && entry.name.startsWith(prefix) ? [entry.name] : []));
}

/** A group is removed as it is; its files are no files. One that still holds somebody is tried again for a while. */
function removeGroup(folder: string, triesLeft: number): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!hasCode(error, "ENOENT", "EBUSY", "ENOTEMPTY")) throw error;
    if (hasCode(error, "ENOENT") || triesLeft === 0) return;
    setTimeout(() => removeGroup(folder, triesLeft - 1), REMOVE_AGAIN_MS).unref();
  }
}

/** What a program leaves behind may take some seconds to go; what stays longer the next daemon sweeps. */
const REMOVE_TRIES = 40;
const REMOVE_AGAIN_MS = 250;

export type CgroupAttempt =
  { readonly ok: true; readonly place: CgroupPlace } | { readonly ok: false; readonly why: string };

/** Where groups can be made below our own ones. `mayMove`: we may step aside for them, which only a daemon does. */
export function openCgroupPlace({ memory, pids }: OwnCgroups, mayMove: boolean): CgroupAttempt {
  if (memory === null || pids === null) return { ok: false, why: "no cgroup for memory and processes can be seen" };
  try {
    if (memory.version === 1 && pids.version === 1)
      return { ok: true, place: { version: 1, memory: memory.folder, pids: pids.folder } };
    if (memory.folder !== pids.folder)
      return { ok: false, why: "memory and processes are in different kinds of cgroups" };
    const folder = openUnified(memory, mayMove);
    return { ok: true, place: { version: 2, memory: folder, pids: folder } };
  } catch (error) {
    return {
      ok: false,
      why: `${memory.folder} cannot be used: ${describeRefusal(error)}`,
    };
  }
}

/** Where a daemon steps aside to. */
const ASIDE = "ao-daemon";

/**
 * In version 2 a group with limited groups below it holds no process itself. Ours may hold us and who started us, and
 * nobody else: then both move into a group of their own.
 */
function openUnified({ folder: own }: OwnCgroup, mayMove: boolean): string {
  const folder = basename(own) === ASIDE ? dirname(own) : own;
  const control = join(folder, "cgroup.subtree_control");
  const isOn = () => ["memory", "pids"].every((name) => (readTextIfExists(control) ?? "").split(/\s+/).includes(name));
  if (isOn()) return folder;
  try {
    writeFileSync(control, "+memory +pids");
  } catch (error) {
    if (!mayMove || !hasCode(error, "EBUSY", "ENOTSUP", "EOPNOTSUPP")) throw error;
    moveAside(folder);
    writeFileSync(control, "+memory +pids");
  }
  return folder;
}

function moveAside(folder: string): void {
  const here = (readTextIfExists(join(folder, "cgroup.procs")) ?? "").split("\n").filter(Boolean).map(Number);
  const others = here.filter((pid) => pid !== process.pid && pid !== process.ppid);
  if (others.length > 0) throw new Error("it holds other processes than the daemon");
  mkdirSync(join(folder, ASIDE), { recursive: true });
  for (const pid of here) writeFileSync(join(folder, ASIDE, "cgroup.procs"), String(pid));
}
