/** Programs of checks that an earlier daemon left running. Nobody hears them any more: they end before another begins. */
import { setTimeout as pause } from "node:timers/promises";
import { processTable, type ProcessName, type ProcessTable } from "../../../lib/process-table.ts";
import type { CheckRows } from "./check-rows.ts";

const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** In the environment of every program of a check, with the forge's own folder. */
export const MARK = "AO_CHECKS";

export async function endLeftProcesses(rows: CheckRows, folder: string): Promise<void> {
  const table = processTable();
  const left = rows.leftProcesses();
  const groups = new Set(await groupsOf(table, left));
  for (const entry of await table.all()) {
    if (entry.pid !== process.pid && entry.hasInEnvironment(`${MARK}=${folder}`)) groups.add(entry.group);
  }
  const own = (await table.find(process.pid))?.group;
  for (const group of groups) if (group !== own) kill(group);
  await gone(table, groups);
  for (const name of left) rows.dropProcess(name);
}

async function groupsOf(table: ProcessTable, names: readonly ProcessName[]): Promise<readonly number[]> {
  const bootId = names.length === 0 ? "" : await table.bootId();
  const found = await Promise.all(names.map(async (name) => ({ name, entry: await table.find(name.pid) })));
  return found.flatMap(({ name, entry }) =>
    entry !== null && name.bootId === bootId && entry.startTime === name.startTime ? [entry.group] : [],
  );
}

function kill(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function gone(table: ProcessTable, groups: ReadonlySet<number>): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (groups.size > 0 && performance.now() < until) {
    const alive = await table.all();
    if (!alive.some((entry) => groups.has(entry.group))) return;
    await pause(LOOK_EVERY_MS);
  }
}

export async function nameOfProcess(pid: number): Promise<ProcessName | null> {
  const table = processTable();
  const entry = await table.find(pid);
  return entry === null ? null : { pid, startTime: entry.startTime, bootId: await table.bootId() };
}
