/**
 * From the request for a session to the agent's program running in its workspace, beside a bare `git worktree add` and a
 * bare start of the same program; and from there to the acknowledgement of its prompt.
 */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findProgram } from "../src/lib/process/find-program.ts";
import { runProgram } from "../src/lib/run.ts";
import type { Client } from "../src/protocol/client/create-client.ts";
import type { MessageView } from "../src/protocol/session/message.ts";
import { until } from "../test/fixtures/real-turns.ts";
import { withRealDaemon, type RealDaemon } from "./real-daemon.ts";
import { atMost, median, type Line } from "./report.ts";
import { git } from "./repository.ts";

const SIZES = [
  { files: 200, rounds: 21 },
  { files: 50_000, rounds: 5 },
] as const;
const ADDED_MS = 60;
const ALLOWED = 1.1;
const ACKNOWLEDGED_MS = 100;

/** It says when it began to run, and stays. */
const AGENT = `console.log("running at", performance.timeOrigin + performance.now()); setInterval(() => {}, 60_000);`;

type Way = "bare" | "process" | "tmux";
type Took = { readonly runningMs: number; readonly acknowledgedMs: number };

export async function benchStart(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of SIZES) lines.push(...(await benchSize(size)));
  return lines;
}

function benchSize({ files, rounds }: (typeof SIZES)[number]): Promise<readonly Line[]> {
  const agent = [process.execPath, "-e", AGENT];
  return withRealDaemon({ files, agent, turnsMax: 100 }, async (daemon) => {
    const ways: readonly Way[] = findProgram("tmux") === null ? ["bare", "process"] : ["bare", "process", "tmux"];
    const took = new Map<Way, Took[]>(ways.map((way) => [way, []]));
    for (let n = 0; n <= rounds; n += 1) {
      // The next round in the opposite order: what slows the machine down slows all of them.
      for (const way of n % 2 === 0 ? ways : ways.toReversed()) {
        const one = await (way === "bare" ? bareStart(daemon, n) : ourStart(daemon, way, n));
        // The first round opens repositories and warms caches.
        if (n > 0) took.get(way)?.push(one);
      }
    }
    return linesOf(files, took);
  });
}

function linesOf(files: number, took: ReadonlyMap<Way, readonly Took[]>): readonly Line[] {
  const medianOf = (way: Way, pick: (one: Took) => number): number => median((took.get(way) ?? []).map(pick));
  const bareMs = medianOf("bare", (one) => one.runningMs);
  return [...took.keys()]
    .filter((way) => way !== "bare")
    .flatMap((way) => {
      const ms = medianOf(way, (one) => one.runningMs);
      const of = `${files.toLocaleString("en")} files, ${way}`;
      const limit = ADDED_MS + ALLOWED * bareMs;
      const measured = `${(ms / bareMs).toFixed(2)} × (${ms.toFixed(0)} ms of ${bareMs.toFixed(0)} ms)`;
      return [
        { what: `agent running: ${of}`, measured, goal: `≤ 60 ms + 1.1 ×: ${limit.toFixed(0)} ms`, holds: ms <= limit },
        atMost(
          `prompt acknowledged after that: ${of}`,
          medianOf(way, (one) => one.acknowledgedMs),
          ACKNOWLEDGED_MS,
          "ms",
        ),
      ];
    });
}

async function bareStart({ folder, repository }: RealDaemon, n: number): Promise<Took> {
  const path = join(folder, `bare-${n}`);
  const startedAtMs = nowMs();
  await git(repository, "worktree", "add", "--quiet", "--no-track", "-b", `bare-${n}`, path, "main");
  const began = Promise.withResolvers<number>();
  const ending = new AbortController();
  const ended = runProgram({
    ...{ program: process.execPath, args: ["-e", AGENT], cwd: path, timeoutMs: 60_000, signal: ending.signal },
    onOutput: ({ bytes }) => began.resolve(beganAtMs(Buffer.from(bytes).toString("utf8")) ?? Number.NaN),
  });
  const runningMs = (await began.promise) - startedAtMs;
  ending.abort();
  await ended;
  await rm(path, { recursive: true });
  return { runningMs, acknowledgedMs: 0 };
}

async function ourStart({ client, home }: RealDaemon, runtime: Way, n: number): Promise<Took> {
  const name = `${runtime}-${n}`;
  const startedAtMs = nowMs();
  const { id } = await client.startSession({ projectId: "app", name, title: name, prompt: "Begin.", runtime });
  const acknowledged = await acknowledgement(client, id);
  const out = join(home, "turns", acknowledged.turn ?? "", "out");
  await until(() => beganAtMs(readFileSync(out, "utf8")) !== null, `${id} runs`);
  const began = beganAtMs(readFileSync(out, "utf8")) ?? Number.NaN;
  await client.stopSession({ id });
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  await rm(join(home, "workspaces", ".trash"), { recursive: true, force: true });
  const acknowledgedMs = Math.max(0, Date.parse(acknowledged.acknowledgedAt ?? "") - began);
  return { runningMs: began - startedAtMs, acknowledgedMs };
}

async function acknowledgement(client: Client, id: string): Promise<MessageView> {
  const message = (await client.session({ id })).messages[0]?.id ?? "";
  for (;;) {
    const view = await client.message({ id: message, waitMs: 10_000 });
    if (view.state === "acknowledged") return view;
  }
}

const nowMs = (): number => performance.timeOrigin + performance.now();

function beganAtMs(said: string): number | null {
  const found = /running at ([\d.]+)\n/.exec(said)?.[1];
  return found === undefined ? null : Number(found);
}
