/**
 * Starts a turn, once. First its folder, which says all there is to know; then its holder, by whatever means the runtime
 * has. Whoever dies in between leaves a turn that nobody owns: the next start withdraws it and begins anew, and a holder
 * that comes late finds that it is not wanted.
 */
import { existsSync, mkdirSync, renameSync, statSync, statfsSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findProgram, isProgram } from "../../../lib/process/find-program.ts";
import type { ProcessTable } from "../../../lib/process/process-table.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import { HOLDER_SCRIPT } from "./holder-script.ts";
import { launchText, explainNotPassable } from "./launch-file.ts";
import { makeTurn, readOwner, settleStart, withdrawTurn } from "../../../lib/turn-folder/make-turn.ts";
import { isTurnName, openTurnFiles, type TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import type { TurnLimits } from "./turn-limits.ts";
import { TURN_MARK } from "./turn-processes.ts";
import { readTextIfExists } from "../../../lib/files/if-there.ts";

export type StartTurn = (launch: TurnLaunch, begin: Begin) => Promise<Started>;
export type Started = SlotResult<"started" | "exists", "not_found">;
/** Brings the holder up. What it answers is known to have failed; else the turn's files tell. */
export type Begin = (holder: Holder) => Promise<SlotResult<null>>;
export type Holder = {
  readonly files: TurnFiles;
  readonly argv: readonly [string, ...string[]];
  /** The script alone, for its other uses. */
  readonly script: string;
  readonly launch: TurnLaunch;
};

/** A machine that needs longer to start a shell does nothing else either. */
const START_MS = 20_000;
const MB = 1_000_000;
const ROOM_MIN_MB = 4;
const POLL_MS = 1;
const SHELL = "/bin/sh";

export function createTurnStarter(home: string, table: ProcessTable, limits: TurnLimits): StartTurn {
  const turns = join(home, "turns");
  const starting = new Map<string, Promise<Started>>();
  return async (launch, begin) => {
    const under = starting.get(launch.turn);
    if (under !== undefined) return reportExists(await under);
    const promise = startOnce({ launch, begin, turns, table, limits, script: () => writeHolderScript(home) });
    starting.set(launch.turn, promise);
    return promise.finally(() => starting.delete(launch.turn));
  };
}

/** An agent on a full disk goes on, and what it says and writes is lost: it waits until there is room. */
function explainNoRoom(turns: string): string | null {
  mkdirSync(turns, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(turns);
  const freeMb = (bavail * bsize) / MB;
  return freeMb >= ROOM_MIN_MB
    ? null
    : `only ${freeMb.toFixed(1)} MB are left on the disk of ${turns}; a turn begins when there are ${ROOM_MIN_MB} MB`;
}

const reportExists = (first: Started): Started => (first.ok ? ok("exists") : first);

type Start = {
  readonly launch: TurnLaunch;
  readonly begin: Begin;
  readonly turns: string;
  readonly table: ProcessTable;
  readonly limits: TurnLimits;
  readonly script: () => string;
};

async function startOnce(start: Start): Promise<Started> {
  const { launch, turns, table, limits } = start;
  if (!isTurnName(launch.turn)) return failed("refused", `${JSON.stringify(launch.turn)} is not a valid turn id`);
  const files = openTurnFiles(turns, launch.turn);
  try {
    const bootId = await table.bootId();
    const owner = readOwner(files, bootId);
    if (owner.kind !== "absent" && !(owner.kind === "nobody" && withdrawTurn(files))) return ok("exists");
    const program = resolveProgram(launch);
    if (!program.ok) return program;
    const full = explainNoRoom(turns);
    if (full !== null) return failed("unavailable", full);
    const text = formatLaunch({ launch, program: program.value, bootId, files, limits });
    if (!(await makeTurn(files, { launch, text, bootId }))) return ok("exists");
    return await hold(start, files, bootId);
  } catch (error) {
    return failed("unavailable", `the turn could not be started: ${String(error)}`);
  }
}

async function hold({ launch, begin, script }: Start, files: TurnFiles, bootId: string): Promise<Started> {
  const stdio = launch.hasScreen ? "screen" : launch.takesFrames ? "frames" : "files";
  const path = script();
  const begun = await begin({ files, argv: [SHELL, path, stdio, files.directory], script: path, launch });
  const isOwned = begun.ok ? await waitForOwner(files, bootId, START_MS) : readOwner(files, bootId).kind === "held";
  if (!isOwned && withdrawTurn(files))
    return begun.ok ? failed("unavailable", "the turn's holder did not come up in time; nothing was run") : begun;
  await settleStart(files);
  return ok("started");
}

async function waitForOwner(files: TurnFiles, bootId: string, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (readOwner(files, bootId).kind !== "held") {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function resolveProgram(launch: TurnLaunch): SlotResult<string, "not_found"> {
  const why = explainNotPassable(launch);
  if (why !== null) return failed("refused", `${launch.argv[0]} was not started: ${why}.`);
  if (statSync(launch.cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return failed("not_found", `${launch.argv[0]} was not started: the folder ${launch.cwd} is not there.`);
  const [name] = launch.argv;
  const path = name.includes("/") ? resolve(launch.cwd, name) : findProgram(name, launch.env["PATH"] ?? "");
  if (path !== null && isProgram(path)) return ok(path);
  const where = isAbsolute(name) ? "" : name.includes("/") ? ` in ${launch.cwd}` : " in the PATH of the session";
  return failed("not_found", `${name} was not started: no such program${where}. Install it, or name another.`);
}

type TextFor = {
  readonly launch: TurnLaunch;
  readonly program: string;
  readonly bootId: string;
  readonly files: TurnFiles;
  readonly limits: TurnLimits;
};

function formatLaunch({ launch, program, bootId, files, limits }: TextFor): string {
  const env = { ...launch.env, [TURN_MARK]: files.directory };
  const limited = limits.wrap(launch, [program, ...launch.argv.slice(1)]);
  return launchText({ launch: { cwd: launch.cwd, env }, ...limited, bootId, umask: process.umask() });
}

/** The file's name tells its content, so that holders of another version read on undisturbed. */
function writeHolderScript(home: string): string {
  const digest = createHash("sha256").update(HOLDER_SCRIPT).digest("hex").slice(0, 12);
  const file = join(home, "run", `holder-${digest}.sh`);
  if (existsSync(file) && readTextIfExists(file) === HOLDER_SCRIPT) return file;
  mkdirSync(join(home, "run"), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, HOLDER_SCRIPT, { mode: 0o600 });
  renameSync(next, file);
  return file;
}
