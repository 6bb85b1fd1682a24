/**
 * From the second red of a check, which decides that the agent is told, to the message acknowledged by the agent: all of it,
 * and the part in which no program that the daemon started was running.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { until } from "../test/fixtures/real-turns.ts";
import { ranIn, uncoveredMs, writesPrograms } from "./programs.ts";
import { toldOfFailure, withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { atMost, median, percentile, type Line } from "./report.ts";

const ROUNDS = 40;
const TOLD_MS = 250;
const OWN_MS = 50;

/** Told of the failure, it is at work long enough that its end is no part of what is measured. */
const AGENT = `[ "$AO_REASON" = start ] || exec sleep 0.5
echo "$AO_SESSION" > work.txt && git add -A && git commit -qm "Work"`;
const checkOf = (folder: string): string => `[ ! -e work.txt ] || { date +%s%N >> '${folder}/reds'; exit 1; }`;

type Took = { readonly toldMs: number; readonly ownMs: number; readonly programs: number };

export function benchTold(): Promise<readonly Line[]> {
  return withChecks(async (daemon) => {
    const took: Took[] = [];
    // The first round opens repositories and warms caches.
    for (let n = 0; n <= ROUNDS; n += 1) {
      const one = await round(daemon, n);
      if (n > 0) took.push(one);
    }
    return [
      atMost(
        "second red of a check until the message is acknowledged, p95",
        percentile(took.map(describeObservation), 95),
        TOLD_MS,
        "ms",
      ),
      atMost(
        "of that the daemon itself, p95",
        percentile(
          took.map(({ ownMs }) => ownMs),
          95,
        ),
        OWN_MS,
        "ms",
      ),
      atMost("programs started for it", median(took.map((one) => one.programs)), 4.01, ""),
    ];
  });
}

const describeObservation = ({ toldMs }: Took): number => toldMs;

function withChecks<T>(work: (daemon: RealDaemon) => Promise<T>): Promise<T> {
  const setting = (folder: string): Setting => ({
    files: 200,
    agent: ["sh", "-c", AGENT],
    turnsMax: 4,
    project: { sandbox: "none", checks: { test: ["sh", "-c", checkOf(folder)] } },
    env: writesPrograms(join(folder, "programs")),
  });
  return withRealDaemon(setting, work);
}

async function round({ client, home, folder }: RealDaemon, n: number): Promise<Took> {
  const reds = join(folder, "reds");
  const redsBefore = redsIn(reds).length;
  const { id } = await client.startSession({ projectId: "app", name: `told-${n}`, prompt: "Begin." });
  const told = await toldOfFailure(client, id);
  await until(async () => (await client.session({ id })).phase === "resting", `${id} rests`);
  const redMs = redsIn(reds)[redsBefore + 1] ?? Number.NaN;
  const toMs = Date.parse(told.acknowledgedAt ?? "");
  const begunMs = statSync(join(home, "turns", told.turn ?? "", "started")).mtimeMs;
  const span = { fromMs: redMs, toMs };
  const ran = ranIn(join(folder, "programs")).filter((one) => one.toMs > redMs && one.fromMs < toMs);
  // The agent itself runs on; waiting for it ends when it has begun.
  const waited = ran.map((one) => ({ fromMs: one.fromMs, toMs: one.toMs > toMs ? begunMs : one.toMs }));
  await client.stopSession({ id });
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  return {
    toldMs: toMs - redMs,
    ownMs: uncoveredMs(span, waited),
    programs: ran.filter(({ fromMs }) => fromMs > redMs).length,
  };
}

function redsIn(file: string): readonly number[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((nanoseconds) => Number(nanoseconds) / 1_000_000);
}
