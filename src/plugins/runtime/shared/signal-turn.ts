/**
 * Signals to a turn. An interrupt goes to its process group, as Ctrl-C would. A kill reaches everything that the turn has
 * started, politely first; the holder goes last, so that it still writes down how its program ended.
 */
import { setTimeout as delay } from "node:timers/promises";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ProcessName, ProcessTable } from "../../../lib/process/process-table.ts";
import { lookAtTurn } from "./look-at-turn.ts";
import { readOwner, withdrawTurn } from "../../../lib/turn-folder/make-turn.ts";
import type { TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { listFollowers, isHolderAlive } from "./turn-processes.ts";
import { hasCode } from "../../../lib/files/if-there.ts";

/** An agent that is asked to end may still save its conversation. */
const GRACE_MS = 3_000;
/** From the last signal until the system has really taken everything away. */
const GOING_MS = 2_000;
const POLL_MS = 10;

export async function signalInterrupt(
  files: TurnFiles,
  table: ProcessTable,
): Promise<SlotResult<"signalled" | "gone">> {
  const sight = await lookAtTurn(files, table);
  if (!sight.ok) return sight;
  if (sight.value.kind !== "running") return ok("gone");
  const owner = readOwner(files, await table.bootId());
  if (owner.kind !== "held") return failed("unavailable", "the turn is just being started; ask again");
  const { pid } = owner.by;
  const foreground = (await table.find(pid))?.foreground ?? pid;
  const reached = [pid, foreground].filter((group, index, all) => all.indexOf(group) === index);
  return ok(reached.map((group) => send(-group, "SIGINT")).includes(true) ? "signalled" : "gone");
}

export async function killTurn(
  files: TurnFiles,
  table: ProcessTable,
  graceMs = GRACE_MS,
): Promise<SlotResult<"signalled" | "gone">> {
  try {
    const owner = readOwner(files, await table.bootId());
    if (owner.kind === "absent" || (owner.kind === "nobody" && withdrawTurn(files))) return ok("gone");
    const holder = await nameOfHolder(files, table);
    if ((await listLiving({ files, table, holder })).length === 0) return ok("gone");
    await endAll({ files, table, holder }, graceMs);
    return ok("signalled");
  } catch (error) {
    return failed("unavailable", `cannot end the turn in ${files.directory}: ${String(error)}`);
  }
}

type Turn = { readonly files: TurnFiles; readonly table: ProcessTable; readonly holder: ProcessName | null };

/** A holder names itself within a moment of owning the turn. */
async function nameOfHolder(files: TurnFiles, table: ProcessTable): Promise<ProcessName | null> {
  const deadline = Date.now() + GOING_MS;
  for (;;) {
    const owner = readOwner(files, await table.bootId());
    if (owner.kind === "held") return owner.by;
    if (owner.kind !== "unnamed" || Date.now() > deadline) return null;
    await delay(POLL_MS);
  }
}

async function endAll(turn: Turn, graceMs: number): Promise<void> {
  if (await isGoneWithin(turn, "SIGTERM", graceMs)) return;
  if (await isGoneWithin(turn, "SIGKILL", GOING_MS)) return;
  for (const pid of await listLiving(turn)) send(pid, "SIGKILL");
  await isGoneWithin(turn, "SIGKILL", GOING_MS);
}

/** Everybody gets the signal once, those too who were only born while we were at it. */
async function isGoneWithin(turn: Turn, signal: "SIGTERM" | "SIGKILL", ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  const told = new Set<number>();
  for (let n = 0; Date.now() < deadline; n += 1) {
    // One process is asked for often, all of them less so.
    const holderIsGone = turn.holder === null || !(await isHolderAlive(turn.table, turn.holder));
    if (holderIsGone || n % 8 === 0) {
      const followers = (await listFollowers(turn.table, turn.files, turn.holder)).map(({ pid }) => pid);
      if (holderIsGone && followers.length === 0) return true;
      for (const pid of followers.filter((each) => !told.has(each))) send(pid, signal);
      for (const pid of followers) told.add(pid);
    }
    await delay(holderIsGone ? POLL_MS * 5 : POLL_MS);
  }
  return false;
}

async function listLiving({ files, table, holder }: Turn): Promise<readonly number[]> {
  const followers = (await listFollowers(table, files, holder)).map(({ pid }) => pid);
  return holder !== null && (await isHolderAlive(table, holder)) ? [...followers, holder.pid] : followers;
}

/** False: nobody was there. */
function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // Gone, or a process of ours that became somebody else's.
    if (hasCode(error, "ESRCH", "EPERM")) return false;
    throw error;
  }
}
