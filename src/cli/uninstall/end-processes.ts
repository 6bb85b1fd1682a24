/** Ends what outlives the daemon of a home: holders of turns with their agents, host, proxy, supervisors and tmux. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { HomePaths } from "../../config/home.ts";
import { hasCode } from "../../lib/files/if-there.ts";
import { PROGRAM_TITLES } from "../../lib/own-program.ts";
import { openProcessTable, type ProcessEntry } from "../../lib/process/process-table.ts";
import { formatTmuxSocket } from "../../lib/process/tmux-socket.ts";

const ASKED_MS = 3_000;
const KILLED_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** The processes that are still there, as a person finds them. */
export async function endProcesses(home: HomePaths): Promise<readonly string[]> {
  if (await endWith(home, "SIGTERM", ASKED_MS)) return [];
  if (await endWith(home, "SIGKILL", KILLED_MS)) return [];
  return (await listProcesses(home)).map(({ pid, args }) => `process ${pid} (${args().slice(0, 3).join(" ")})`);
}

/** True when none is left. */
async function endWith(home: HomePaths, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const left = await listProcesses(home);
    if (left.length === 0) return true;
    if (performance.now() > untilMs) return false;
    for (const one of left) send(one, signal);
    await pause(LOOK_EVERY_MS);
  }
}

async function listProcesses({ path, turns }: HomePaths): Promise<readonly ProcessEntry[]> {
  const below = join(turns, "/");
  const socket = formatTmuxSocket(path);
  return (await openProcessTable().all()).filter((entry) => {
    if (entry.pid === process.pid) return false;
    const [title = "", ...words] = entry.args();
    // By the titles that they give themselves: a person's own shell may have `AO_HOME` set as well.
    if (PROGRAM_TITLES.has(title)) return entry.hasInEnvironment(`AO_HOME=${path}`);
    // Whoever holds a turn is told its folder, and leads a process group.
    if (entry.pid === entry.group && [title, ...words].some((word) => word.startsWith(below))) return true;
    return words.some((word, index) => word === socket && words[index - 1] === "-L");
  });
}

function send({ pid, group }: ProcessEntry, signal: NodeJS.Signals): void {
  try {
    process.kill(pid === group ? -pid : pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH", "EPERM")) throw error;
  }
}
