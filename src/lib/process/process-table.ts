/**
 * Which processes there are. A pid alone names nobody: it is given out again. Boot, pid and start time together name one
 * process for ever.
 */
import { readFileSync, readdirSync } from "node:fs";
import { runProgram } from "../run.ts";
import { hasCode } from "../files/if-there.ts";

export type ProcessName = { readonly pid: number; readonly startTime: string; readonly bootId: string };

export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Null where the system does not tell. */
  readonly session: number | null;
  /** The group in the foreground of its terminal; null without one, or where the system does not tell. */
  readonly foreground: number | null;
  readonly startTime: string;
  /** In memory now; what it shares with others is counted for each of them. */
  readonly residentBytes: number;
  /** Each counts against a limit on processes; 1 where the system does not tell. */
  readonly threads: number;
  readonly args: () => readonly string[];
  /** Whether it was started with this line (`NAME=value`) in its environment; false where that may not be read. */
  readonly hasInEnvironment: (line: string) => boolean;
  /** The value of a variable it was started with; null without one, or where that may not be read. */
  readonly environment: (name: string) => string | null;
};

export type ProcessTable = {
  readonly bootId: () => Promise<string>;
  /** Null when there is no such process. One that has ended and was not yet collected counts as gone. */
  readonly find: (pid: number) => Promise<ProcessEntry | null>;
  readonly all: () => Promise<readonly ProcessEntry[]>;
};

/** Throws when the system does not tell at all; that is no sign that a process is gone. */
export function openProcessTable(): ProcessTable {
  return process.platform === "linux" ? procTable : createPsTable();
}

/** Nobody outlives a boot who could ask again. */
let linuxBootId: string | null = null;

const procTable: ProcessTable = {
  bootId: async () => (linuxBootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  find: async (pid) => readProc(pid),
  all: async () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProc(Number(name)))
      .filter((entry) => entry !== null),
};

function readProc(pid: number): ProcessEntry | null {
  const stat = readContent(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name may hold anything, brackets and spaces too; the numbers begin behind its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session, , foreground] = fields;
  // As long as one thread is left, so are the files and locks of all.
  if ((state === "Z" || state === "X") && Number(fields[17] ?? 1) <= 1) return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground) > 0 ? Number(foreground) : null,
    startTime: fields[19] ?? "",
    residentBytes: Number(fields[21] ?? 0) * readPageBytes(),
    threads: Number(fields[17] ?? 1),
    args: () => (readContent(`/proc/${pid}/cmdline`) ?? "").split("\0"),
    hasInEnvironment: (line) => (readContent(`/proc/${pid}/environ`) ?? "").split("\0").includes(line),
    environment: (name) => {
      const line = (readContent(`/proc/${pid}/environ`) ?? "").split("\0").find((one) => one.startsWith(`${name}=`));
      return line === undefined ? null : line.slice(name.length + 1);
    },
  };
}

let linuxPageBytes: number | null = null;

/** 4 KiB on most machines, up to 64 KiB on some. */
export function readPageBytes(): number {
  const kilobytes = /^KernelPageSize: +(\d+) kB$/m;
  return (linuxPageBytes ??= Number(kilobytes.exec(readContent("/proc/self/smaps") ?? "")?.[1] ?? 4) * 1_024);
}

/** Null when the process is gone, or not ours to read. */
function readContent(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return null;
    throw error;
  }
}

const PS_TIMEOUT_MS = 10_000;
const PS_FIELDS = ["pid", "ppid", "pgid", "tpgid", "state", "rss", "lstart", "args"]
  .map((name) => `${name}=`)
  .join(",");

/** Where there is no `/proc`: one fork a question. */
export function createPsTable(): ProcessTable {
  let bootId: string | null = null;
  const ask = async (...which: readonly string[]) => {
    const said = await runQuietly("ps", ["-o", PS_FIELDS, ...which]);
    return said.split("\n").flatMap((line) => parsePsLine(line) ?? []);
  };
  return {
    bootId: async () => (bootId ??= (await runQuietly("sysctl", ["-n", "kern.bootsessionuuid"])).trim()),
    find: async (pid) => (await ask("-p", String(pid))).find((entry) => entry.pid === pid) ?? null,
    all: () => ask("-A"),
  };
}

/** `lstart` is five words: Mon Aug  3 10:00:00 2026. The holder puts them together in the same way. */
function parsePsLine(line: string): ProcessEntry | null {
  const [pid, parent, group, foreground, state = "", kilobytes, ...rest] = line.trim().split(/\s+/);
  const words = rest.slice(5);
  if (rest.length < 5 || state.startsWith("Z")) return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: null,
    foreground: Number(foreground) > 0 ? Number(foreground) : null,
    startTime: rest.slice(0, 5).join("_"),
    residentBytes: Number(kilobytes) * 1_024,
    threads: 1,
    args: () => words,
    hasInEnvironment: () => false,
    environment: () => null,
  };
}

async function runQuietly(program: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
  const result = await runProgram({ program, args, env, timeoutMs: PS_TIMEOUT_MS });
  // `ps -p` of a process that is gone says nothing and answers 1.
  if (!result.ok || result.code > 1 || result.stderr !== "")
    throw new Error(`${program} ${args.join(" ")} did not answer: ${result.stderr.trim()}`);
  return result.stdout;
}
