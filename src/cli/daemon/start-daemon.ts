/** Starts the daemon of this home under its supervisor, outside of this terminal's session, and waits until it answers. */
import { closeSync, existsSync, openSync, readFileSync, statfsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { resolveHome, openHome, type HomePaths } from "../../config/home.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { findOwnProgram } from "../../lib/own-program.ts";
import { replaceFile } from "../../lib/files/replace-file.ts";
import { launch } from "../../lib/run.ts";
import { describeDiskError, isSystemDiskError } from "../../lib/disk-errors/system-disk-error.ts";
import { askHealth, type DaemonHealth } from "./ask-health.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { endSupervisors, findSupervisors, tryNow } from "./find-supervisors.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { runWithProgress } from "../render/progress.ts";

/** Reading a large database after a crash takes its time. */
const UP_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;
const LOG_LINES_SHOWN = 5;

/** `port` null: none was given by hand. */
export async function launchDaemon(io: Io, port: number | null = null): Promise<DaemonHealth> {
  try {
    const home = openHome(io.env);
    nameProgram(home);
    const logBefore = readSize(home.log);
    const supervisor = await runSupervisor(home, io, port);
    return await runWithProgress(io, "starting the daemon", () => waitUntilUp({ home, supervisor, logBefore }));
  } catch (error) {
    throw isSystemDiskError(error) ? reportNoDisk(resolveHome(io.env), describeDiskError(error)) : error;
  }
}

/**
 * The supervisor reads it before each start: an upgraded `ao` may lie elsewhere than the last one. Where it cannot be
 * written, what it said before holds.
 */
export function nameProgram(home: HomePaths): void {
  const file = home.daemonProgram;
  const text = JSON.stringify({ argv: findOwnProgram("daemon") });
  if (readTextIfExists(file) === text) return;
  try {
    replaceFile(file, text);
  } catch (error) {
    if (!isSystemDiskError(error) || !existsSync(file)) throw error;
  }
}

/** One that waits for a disk, or for the next try, is not joined by a second one: it is told to try now. */
async function runSupervisor(home: HomePaths, io: Io, port: number | null): Promise<number> {
  const [waiting, ...others] = await findSupervisors(home);
  if (waiting === undefined) return startSupervisor(home, io, port);
  if (port === null) {
    tryNow([waiting, ...others]);
    return waiting;
  }
  await endSupervisors([waiting, ...others]);
  return startSupervisor(home, io, port);
}

async function startSupervisor(home: HomePaths, io: Io, port: number | null): Promise<number> {
  const log = openSync(home.log, "a", 0o600);
  try {
    const [program, ...supervisor] = findOwnProgram("supervisor");
    const started = await launch({
      program,
      args: [...supervisor, home.daemonProgram, home.log, ...(port === null ? [] : ["--port", String(port)])],
      // Of the home: the folder we were called in may be deleted while the daemon lives.
      cwd: home.path,
      env: { ...io.env, AO_HOME: home.path, ...readNamedConfig(io) },
      stdout: log,
      stderr: log,
    });
    if (started.ok) return started.pid;
    throw new CliFailure({
      code: "not_started",
      message: `the daemon was not started: ${started.error.message}`,
      try: ["ao doctor"],
      cause: started.error,
    });
  } finally {
    closeSync(log);
  }
}

/** Relative to the folder of the person who asks, which is not the daemon's. */
function readNamedConfig({ env, cwd }: Io): { readonly AO_CONFIG?: string } {
  const named = env["AO_CONFIG"] ?? "";
  return named === "" ? {} : { AO_CONFIG: resolve(cwd, named) };
}

type Starting = { readonly home: HomePaths; readonly supervisor: number; readonly logBefore: number };

async function waitUntilUp(starting: Starting): Promise<DaemonHealth> {
  const untilMs = Date.now() + UP_WITHIN_MS;
  for (;;) {
    // Looked at before the answer: a daemon that another command started may answer after ours has left.
    const isOver = !isAlive(starting.supervisor);
    const health = await askHealth(starting.home);
    if (health !== null) return health;
    refuseWithoutDisk(starting, untilMs - Date.now() < UP_WITHIN_MS - DISK_LOOK_AFTER_MS);
    if (Date.now() > untilMs || (isOver && !(await isAnotherComingUp(starting.home)))) throw reportNotUp(starting);
    await pause(LOOK_EVERY_MS);
  }
}

/** The supervisor goes on trying; who typed the command need not wait for that. */
function refuseWithoutDisk({ home, logBefore }: Starting, isSlow: boolean): void {
  const lines = readNewLines(home.log, logBefore);
  if (lines.some((line) => line.includes(NO_DISK_LOGGED)))
    throw reportNoDisk(home, findReason(lines) ?? "the disk does not work");
  if (!isSlow) return;
  const { bavail, bsize } = statfsSync(home.path);
  if (bavail * bsize < FULL_BELOW_BYTES) throw reportNoDisk(home, "the disk is full");
}

/** As the supervisor logs it. A disk that is full takes no line of a log either, and so is asked itself. */
const NO_DISK_LOGGED = "found no usable disk";
const DISK_LOOK_AFTER_MS = 3_000;
const FULL_BELOW_BYTES = 1_000_000;

function reportNoDisk(home: HomePaths, why: string): CliFailure {
  return new CliFailure({
    code: "no_disk",
    message: `the daemon cannot run on ${home.path}: ${why}`,
    facts: [
      "agents that work go on; when the disk is usable again the next command, or the supervisor, starts the daemon",
    ],
    try: [`df -h ${home.path}`, "ao doctor"],
  });
}

/** Ours left because the home is taken: by one that its own supervisor, or another command, brings up just now. */
async function isAnotherComingUp(home: HomePaths): Promise<boolean> {
  const { lockFile } = await import("../../lib/files/file-lock.ts");
  const lock = lockFile(home.lock);
  lock?.release();
  return lock === null;
}

function reportNotUp({ home, logBefore }: Starting): CliFailure {
  const lines = readNewLines(home.log, logBefore);
  const said = findReason(lines);
  return new CliFailure({
    code: "not_started",
    message: `the daemon did not start: ${said ?? `see ${home.log}`}`,
    facts: said === undefined ? lines.slice(-LOG_LINES_SHOWN) : [],
    try: ["ao doctor"],
  });
}

const SAID = "ao daemon: ";

function findReason(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => line.startsWith(SAID))?.slice(SAID.length);
}

function readNewLines(file: string, from: number): readonly string[] {
  return readFileSync(file)
    .subarray(from)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
