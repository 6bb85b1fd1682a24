/** Supervisors of a home that are there while its daemon is not: they wait for a disk, or before the next try. */
import { setTimeout as pause } from "node:timers/promises";
import type { HomePaths } from "../../config/home.ts";
import { hasCode } from "../../lib/files/if-there.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { SUPERVISOR_TITLE } from "../../lib/own-program.ts";
import { openProcessTable } from "../../lib/process/process-table.ts";

const GONE_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** Nobody where the system does not tell what a process was started with; then the home's lock decides among several. */
export async function findSupervisors({ path }: HomePaths): Promise<readonly number[]> {
  const all = await openProcessTable().all();
  const own = all.filter(
    ({ args, hasInEnvironment }) => args()[0] === SUPERVISOR_TITLE && hasInEnvironment(`AO_HOME=${path}`),
  );
  return own.map(({ pid }) => pid);
}

export function tryNow(supervisors: readonly number[]): void {
  for (const pid of supervisors) send(pid, "SIGUSR2");
}

/** Resolves when they are gone, or do not go. */
export async function endSupervisors(supervisors: readonly number[]): Promise<void> {
  for (const pid of supervisors) send(pid, "SIGTERM");
  const untilMs = Date.now() + GONE_WITHIN_MS;
  while (supervisors.some(isAlive) && Date.now() < untilMs) await pause(LOOK_EVERY_MS);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}
