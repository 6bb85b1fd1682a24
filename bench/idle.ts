/**
 * What sessions cost that do nothing: fifty at rest after a turn, and fifty more whose agents sit at a prompt of theirs
 * in terminals that the host holds.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hostPid, until } from "../test/fixtures/real-turns.ts";
import { withRealDaemon, type RealDaemon } from "./real-daemon.ts";
import { atMost, type Line } from "./report.ts";

const SESSIONS = 50;
/** Sweeps come twice a minute. */
const WATCHED_MS = 63_000;
const SETTLED_AFTER_MS = 36_000;
const TICKS_PER_SECOND = 100;

/** Asks and ends its turn when there is no terminal, else waits for what is typed. */
const AGENT = `if (process.stdout.isTTY) process.stdin.resume(); else { console.log("What next?"); process.exitCode = 10; }`;

export async function benchIdle(): Promise<readonly Line[]> {
  return [...(await idle("at rest", {})), ...(await idle("at their terminals", { drive: "terminal" }))];
}

function idle(how: string, agentConfig: Readonly<Record<string, unknown>>): Promise<readonly Line[]> {
  const counter = join(import.meta.dirname, "count-starts.mjs");
  const starts = join(tmpdir(), `ao-bench-starts-${process.pid}`);
  const env = { NODE_OPTIONS: `--import=${counter}`, BENCH_STARTS: starts };
  const agent = ["node", "-e", AGENT];
  return withRealDaemon({ files: 20, agent, agentConfig, turnsMax: 2 * SESSIONS, env }, async (daemon) => {
    await startAll(daemon, "drive" in agentConfig ? "working" : "asking");
    if (startsIn(starts).length < SESSIONS) throw new Error("what the daemon starts is not counted");
    return measure(daemon, `${SESSIONS} sessions ${how}`, starts);
  }).finally(() => rmSync(starts, { force: true }));
}

async function startAll({ client }: RealDaemon, phase: "working" | "asking"): Promise<void> {
  const names = Array.from({ length: SESSIONS }, (_, n) => `idle-${n}`);
  for (const name of names) await client.startSession({ projectId: "app", name, title: name, prompt: "Begin." });
  await until(
    async () => (await client.listSessions({})).every((session) => session.phase === phase),
    `all sessions are ${phase}`,
  );
}

async function measure({ home, pid }: RealDaemon, who: string, starts: string): Promise<readonly Line[]> {
  // What the last of them caused is done, and the first sweep after it has collected what starting fifty left behind.
  await delay(SETTLED_AFTER_MS);
  const host = await hostPid(home);
  const pids = [pid(), ...(host === null ? [] : [host])];
  const before = { starts: startsIn(starts).length, cpuMs: sum(pids.map(cpuMs)) };
  await delay(WATCHED_MS);
  const started = startsIn(starts).slice(before.starts);
  const cpu = ((sum(pids.map(cpuMs)) - before.cpuMs) / WATCHED_MS) * 100;
  for (const line of started) console.error(`started while idle: ${line}`);
  return [
    atMost(`${who}: programs started in a minute`, started.length, 1.01, ""),
    atMost(`${who}: of a core`, cpu, 0.2, "%"),
    atMost(`${who}: daemon${host === null ? "" : " and host"}`, megabytesOf(pids), 150, "MB"),
  ];
}

function startsIn(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}

/** What would be free without them: what they share with each other, Node itself above all, is counted once. */
function megabytesOf(pids: readonly number[]): number {
  const memory = pids.map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  const own = memory.map((text) => kilobytes(text, "Private_Clean") + kilobytes(text, "Private_Dirty"));
  const shared = memory.map((text) => kilobytes(text, "Shared_Clean") + kilobytes(text, "Shared_Dirty"));
  return (sum(own) + Math.max(...shared)) / 1_024;
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
