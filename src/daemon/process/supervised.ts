/** A daemon outlives its supervisor. One whose supervisor was killed gets a new one, which adopts it. */
import { closeSync, openSync } from "node:fs";
import type { HomePaths } from "../../config/home.ts";
import type { Log } from "../../engine/deps.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { findOwnProgram } from "../../lib/own-program.ts";
import { launch } from "../../lib/run.ts";

/** Names the supervisor to its daemon. */
export const SUPERVISOR_VARIABLE = "AO_SUPERVISOR";

const LOOK_EVERY_MS = 1_000;

export type Supervised = { readonly home: HomePaths; readonly env: NodeJS.ProcessEnv; readonly log: Log };

/**
 * Does nothing in a daemon that nobody supervises, nor in one that found the variable of another's supervisor. One that is
 * dead was ours: it was killed while we came up.
 */
export function keepSupervisor({ home, env, log }: Supervised): () => void {
  const first = Number(env[SUPERVISOR_VARIABLE]);
  if (!(first > 0) || (process.ppid !== first && isAlive(first))) return () => undefined;
  let adopter: number | null = null;
  let isLaunching = false;
  const hasSupervisor = (): boolean => (adopter === null ? process.ppid === first : isAlive(adopter));
  const timer = setInterval(() => {
    if (isLaunching || hasSupervisor()) return;
    isLaunching = true;
    log.warn({}, "the supervisor is gone; a new one is started");
    launchAdopter(home, env)
      .then((pid) => (adopter = pid))
      .catch((error: unknown) => log.error({ error }, "no supervisor could be started; it is tried again"))
      .finally(() => (isLaunching = false));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function launchAdopter(home: HomePaths, env: NodeJS.ProcessEnv): Promise<number> {
  const [program, ...supervisor] = findOwnProgram("supervisor");
  const log = openSync(home.log, "a", 0o600);
  try {
    const args = ["--adopt", String(process.pid), home.daemonProgram, home.log, ...process.argv.slice(2)];
    const started = await launch({
      program,
      args: [...supervisor, ...args],
      cwd: home.path,
      env: { ...env, AO_HOME: home.path },
      stdout: log,
      stderr: log,
    });
    if (!started.ok) throw started.error;
    return started.pid;
  } finally {
    closeSync(log);
  }
}
