/**
 * Keeps the daemon up: a small process of its own, outside the terminal's session, that loads nothing it does not need.
 * A daemon that ended by itself is not missed, nor one that refused to start: it has said why. One that found no usable
 * disk is tried again until it does. Any other death is answered with a new daemon, more slowly when it dies at once.
 *
 * Arguments: `--adopt PID` when it takes over a daemon whose supervisor was killed; the file that names the daemon's
 * program, the log, then what is handed to the daemon.
 */
import { openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { attend, type Attended } from "../../lib/run.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { SUPERVISOR_TITLE } from "../../lib/own-program.ts";
import { surviveDiskErrors } from "../../lib/disk-errors/survive-disk-errors.ts";
import { isSystemDiskError } from "../../lib/disk-errors/system-disk-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { parseDaemonFile } from "./parse-daemon-file.ts";
import { parseArgv } from "./parse-program.ts";
import { planNextStart, type Death } from "./restarts.ts";
import { SUPERVISOR_VARIABLE } from "./supervised.ts";

/** A disk that is full now may not be in a moment, and agents wait for the daemon. */
const DISK_WAIT_MS = 2_000;
/** An adopted daemon is no child of ours: the system does not tell us of its death. */
const ADOPTED_LOOK_MS = 250;

// The terminal that started us may go; we and the daemon stay.
process.on("SIGHUP", () => undefined);
surviveDiskErrors({ name: SUPERVISOR_TITLE, exitCode: 1 });

const { adopted, programFile, logFile, args } = toOrder(process.argv.slice(2));
const log = openLog();
let woken = Promise.withResolvers<void>();
let daemon: Pick<Attended, "signal"> | null = null;
let isAskedToEnd = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    isAskedToEnd = true;
    woken.resolve();
    daemon?.signal("SIGTERM");
  });
}

type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

// Somebody wants the daemon now: a wait ends here.
process.on("SIGUSR2", () => woken.resolve());
// Only now: whoever finds us by our name may signal us.
process.title = SUPERVISOR_TITLE;

const deaths: Death[] = [];
let wasWithoutDisk = false;
for (let first = adopted; ; first = null) {
  const startedMs = Date.now();
  const { code, signal } = first === null ? await runOnce() : await adoptRunning(first);
  if (isAskedToEnd || code === exitCodes.done || code === exitCodes.refused) break;
  if (code === exitCodes.replaced) continue;
  const isWithoutDisk = code === exitCodes.noDisk;
  if (isWithoutDisk) {
    if (!wasWithoutDisk) say("warn", {}, "the daemon found no usable disk; it is tried again until it does");
    wasWithoutDisk = true;
    await pause(DISK_WAIT_MS);
  } else {
    wasWithoutDisk = false;
    deaths.push({ atMs: Date.now(), livedMs: Date.now() - startedMs });
    const { waitMs, isHopeless } = planNextStart(deaths, Date.now());
    if (isHopeless) say("error", { code, signal, waitMs }, "the daemon dies again and again; `ao doctor` may say why");
    else say("warn", { code, signal, waitMs }, "the daemon died; it is started again");
    await pause(waitMs);
  }
  if (isAskedToEnd) break;
}
process.exit(0);

/** The program is named anew each time: an upgraded `ao` may lie elsewhere. */
async function runOnce(): Promise<End> {
  const argv = readProgram();
  if (argv === null) return { code: exitCodes.noDisk, signal: null };
  const [program, ...first] = argv;
  const env = { ...process.env, [SUPERVISOR_VARIABLE]: String(process.pid) };
  const started = await attend({ program, args: [...first, ...args], env, stdout: log, stderr: log });
  if (!started.ok) {
    if (isSystemDiskError(started.error)) return { code: exitCodes.noDisk, signal: null };
    say("error", { error: started.error.message, program }, "the daemon could not be started");
    process.exit(1);
  }
  daemon = started;
  // Asked while it was being started.
  if (isAskedToEnd) daemon.signal("SIGTERM");
  const ended = await started.ended;
  daemon = null;
  return ended;
}

/** One that ended as it was asked to takes its file with it. */
async function adoptRunning(pid: number): Promise<End> {
  daemon = { signal: (signal) => void process.kill(pid, signal) };
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, ADOPTED_LOOK_MS));
  daemon = null;
  const place = parseDaemonFile(readTextIfExists(join(dirname(programFile), "..", "daemon.json")) ?? "");
  const hasEnded = place?.pid !== pid;
  return { code: hasEnded ? exitCodes.done : null, signal: null };
}

/** Null: the disk does not give it now. */
function readProgram(): readonly [string, ...string[]] | null {
  try {
    return parseArgv(readFileSync(programFile, "utf8"));
  } catch (error) {
    if (isSystemDiskError(error)) return null;
    throw error;
  }
}

/** Until then, or until somebody wants something of us. */
function pause(ms: number): Promise<void> {
  woken = Promise.withResolvers<void>();
  if (isAskedToEnd) woken.resolve();
  return Promise.race([woken.promise, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
}

/** In the form of the daemon's own lines. */
function say(level: "warn" | "error", facts: object, message: string): void {
  const line = { level: level === "warn" ? 40 : 50, time: new Date().toISOString(), ...facts, msg: message };
  try {
    writeSync(log, `${JSON.stringify(line)}\n`);
  } catch (error) {
    if (!isSystemDiskError(error)) throw error;
  }
}

/** Whoever started us gave us the same file as our stdout. */
function openLog(): number {
  try {
    return openSync(logFile, "a", 0o600);
  } catch (error) {
    if (isSystemDiskError(error)) return process.stdout.fd;
    throw error;
  }
}

function toOrder(words: readonly string[]) {
  const isAdoption = words[0] === "--adopt";
  const [programFile = "", logFile = "", ...args] = isAdoption ? words.slice(2) : words;
  return { adopted: isAdoption ? Number(words[1]) : null, programFile, logFile, args };
}
