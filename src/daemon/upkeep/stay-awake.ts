/**
 * Keeps the machine from going to sleep by itself while an agent works. The system's own program holds it awake for as
 * long as its stdin is open: that ends with the last turn, and with us however we end.
 */
import type { Writable } from "node:stream";
import type { Log } from "../../engine/deps.ts";
import { findProgram } from "../../lib/process/find-program.ts";
import { feed } from "../../lib/run.ts";

export type StayAwakeOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly isWanted: () => boolean;
  readonly isWorking: () => boolean;
  /** Calls back when something has changed, until the answer is called. */
  readonly onChange: (changed: () => void) => () => void;
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  /** From a change to the look at it; a burst of changes is looked at once. */
  readonly lookAfterMs?: number;
};

const LOOK_AFTER_MS = 2_000;

/** Returns a function that lets go of the machine and of everything else. */
export function stayAwake(options: StayAwakeOptions): () => void {
  const { env, isWanted, isWorking, onChange, log, platform = process.platform, lookAfterMs = LOOK_AFTER_MS } = options;
  const argv = chooseKeeper(platform, env["PATH"]);
  if (argv === null) return () => undefined;
  let held: Promise<Writable | null> | null = null;
  let isOver = false;
  const look = (): void => {
    const shall = !isOver && isWanted() && isWorking();
    if (shall) held ??= hold(argv, env, log);
    else {
      held
        ?.then((input) => input?.end())
        .catch((error: unknown) => log.warn({ error }, "the machine is kept awake for longer than need be"));
      held = null;
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      look();
    }, lookAfterMs).unref();
  };
  const forget = onChange(soon);
  soon();
  return () => {
    isOver = true;
    forget();
    if (timer !== null) clearTimeout(timer);
    look();
  };
}

/** Null: there is none here, and the doctor says so. */
function chooseKeeper(platform: NodeJS.Platform, path: string | undefined): readonly [string, ...string[]] | null {
  if (platform === "darwin") return findProgramOn("caffeinate", ["-i", "cat"], path);
  const why = ["--what=idle", "--who=ao", "--why=agents work", "--mode=block"];
  return platform === "linux" ? findProgramOn("systemd-inhibit", [...why, "cat"], path) : null;
}

function findProgramOn(name: string, args: readonly string[], path: string | undefined): [string, ...string[]] | null {
  const program = findProgram(name, path);
  return program === null ? null : [program, ...args];
}

/** One that does not start, or ends by itself (no session bus, say), is not tried again while this work goes on. */
async function hold(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<Writable | null> {
  const keeper = await feed({ program, args, cwd: "/", env: pickVariables(env, NEEDED) });
  if (keeper.ok) return keeper.input;
  log.warn({ error: keeper.error }, "the machine is not kept awake; it may sleep while agents work");
  return null;
}

/** How the system is reached, and nothing of what the daemon knows. */
const NEEDED = ["PATH", "HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"];

const pickVariables = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
