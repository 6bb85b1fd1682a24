/** Starts the daemon of this home under its supervisor, outside of this terminal's session, and waits until it answers. */
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openHome, type Home } from "../config/home.ts";
import { ownProgram } from "../lib/own-program.ts";
import { launch } from "../lib/run.ts";
import { askHealth, type DaemonHealth } from "./ask-health.ts";
import { isAlive } from "../lib/is-alive.ts";
import { Failure } from "./render/failure.ts";
import type { Io } from "./render/io.ts";
import { withProgress } from "./render/progress.ts";

/** Reading a large database after a crash takes its time. */
const UP_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;
const LOG_LINES_SHOWN = 5;

/** `port` null: none was given by hand. */
export async function startDaemon(io: Io, port: number | null = null): Promise<DaemonHealth> {
  const home = openHome(io.env);
  nameProgram(home);
  const logBefore = sizeOf(home.log);
  const supervisor = await startSupervisor(home, io, port);
  return withProgress(io, "starting the daemon", () => waitUntilUp({ home, supervisor, logBefore }));
}

/** The supervisor reads it before each start: an upgraded `ao` may lie elsewhere than the last one. */
export function nameProgram(home: Home): void {
  const file = programFile(home);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ argv: ownProgram("daemon") }), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

export const programFile = (home: Home): string => join(home.run, "daemon-program.json");

async function startSupervisor(home: Home, io: Io, port: number | null): Promise<number> {
  const log = openSync(home.log, "a", 0o600);
  try {
    const [program, ...supervisor] = ownProgram("supervisor");
    const started = await launch({
      program,
      args: [...supervisor, programFile(home), home.log, ...(port === null ? [] : ["--port", String(port)])],
      // Of the home: the folder we were called in may be deleted while the daemon lives.
      cwd: home.path,
      env: { ...io.env, AO_HOME: home.path },
      stdout: log,
      stderr: log,
    });
    if (started.ok) return started.pid;
    throw new Failure({
      code: "not_started",
      message: `the daemon was not started: ${started.error.message}`,
      try: ["ao doctor"],
      cause: started.error,
    });
  } finally {
    closeSync(log);
  }
}

type Starting = { readonly home: Home; readonly supervisor: number; readonly logBefore: number };

async function waitUntilUp(starting: Starting): Promise<DaemonHealth> {
  const untilMs = Date.now() + UP_WITHIN_MS;
  for (;;) {
    // Looked at before the answer: a daemon that another command started may answer after ours has left.
    const isOver = !isAlive(starting.supervisor);
    const health = await askHealth(starting.home);
    if (health !== null) return health;
    if (Date.now() > untilMs || (isOver && !(await isAnotherComingUp(starting.home)))) throw notUp(starting);
    await pause(LOOK_EVERY_MS);
  }
}

/** Ours left because the home is taken: by one that its own supervisor, or another command, brings up just now. */
async function isAnotherComingUp(home: Home): Promise<boolean> {
  const { lockFile } = await import("../lib/file-lock.ts");
  const lock = lockFile(home.lock);
  lock?.release();
  return lock === null;
}

function notUp({ home, logBefore }: Starting): Failure {
  const lines = newLines(home.log, logBefore);
  const said = lines.findLast((line) => line.startsWith(SAID))?.slice(SAID.length);
  return new Failure({
    code: "not_started",
    message: `the daemon did not start: ${said ?? `see ${home.log}`}`,
    facts: said === undefined ? lines.slice(-LOG_LINES_SHOWN) : [],
    try: ["ao doctor"],
  });
}

const SAID = "ao daemon: ";

function newLines(file: string, from: number): readonly string[] {
  return readFileSync(file)
    .subarray(from)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
