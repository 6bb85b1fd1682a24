/** Programs of checks that nobody waits for any more: what a dead daemon left, and what left its own group. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openProcessTable, type ProcessName, type ProcessTable } from "../../../../lib/process/process-table.ts";
import type { CheckRows } from "../check-rows.ts";

const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** In the environment of every program of a check, with the folder of its workspace. */
export const MARK = "AO_CHECK_DESK";

/** What an earlier daemon left running ends before another check begins. */
export async function endLeftProcesses(rows: CheckRows, folder: string): Promise<void> {
  const table = openProcessTable();
  const left = rows.leftProcesses();
  const desks = readdirSync(folder, { withFileTypes: true }).filter((entry) => /^\d+$/.test(entry.name));
  const marked = await listMarkedGroups(
    table,
    desks.map(({ name }) => join(folder, name)),
  );
  await end(table, [...(await listGroups(table, left)), ...marked]);
  for (const name of left) rows.dropProcess(name);
}

/** Without a sandbox a program may leave its group, and would go on in a workspace that is another check's by then. */
export async function killOrphans(desk: string): Promise<void> {
  const table = openProcessTable();
  await end(table, await listMarkedGroups(table, [desk]));
}

async function listMarkedGroups(table: ProcessTable, desks: readonly string[]): Promise<readonly number[]> {
  if (desks.length === 0) return [];
  const lines = desks.map((desk) => `${MARK}=${desk}`);
  const marked = (await table.all()).filter((entry) => lines.some((line) => entry.hasInEnvironment(line)));
  return marked.map(({ group }) => group);
}

async function end(table: ProcessTable, groups: readonly number[]): Promise<void> {
  if (groups.length === 0) return;
  const own = (await table.find(process.pid))?.group;
  const others = new Set(groups.filter((group) => group !== own));
  for (const group of others) kill(group);
  await waitUntilGone(table, others);
}

async function listGroups(table: ProcessTable, names: readonly ProcessName[]): Promise<readonly number[]> {
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

async function waitUntilGone(table: ProcessTable, groups: ReadonlySet<number>): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (groups.size > 0 && performance.now() < until) {
    const alive = await table.all();
    if (!alive.some((entry) => groups.has(entry.group))) return;
    await pause(LOOK_EVERY_MS);
  }
}

export async function nameOfProcess(pid: number): Promise<ProcessName | null> {
  const table = openProcessTable();
  const entry = await table.find(pid);
  return entry === null ? null : { pid, startTime: entry.startTime, bootId: await table.bootId() };
}
