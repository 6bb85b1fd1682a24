/** A check that prints a hundred megabytes and fails: how soon that is a message, and what it costs the daemon. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../src/lib/run.ts";
import { until } from "../test/fixtures/real-turns.ts";
import { memoryOf, resetHighest } from "./memory.ts";
import { toldOfFailure, withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { atMost, median, type Line } from "./report.ts";

const ROUNDS = 5;
const MEGABYTES = 100;
const TOLD_MS = 3_000;
const MORE_MB = 64;

const AGENT = `[ "$AO_REASON" = start ] || exec sleep 0.2
echo "$AO_SESSION" > flood.txt && git add -A && git commit -qm "Work"`;
/** Each run says when it began. */
const checkOf = (folder: string): string =>
  `[ -e flood.txt ] || exit 0; date +%s%N >> '${folder}/runs'; cat '${folder}/flood'; echo "Error: the end"; exit 1`;

type Took = { readonly toldMs: number; readonly bareMs: number; readonly moreMb: number };

export function benchFlood(): Promise<readonly Line[]> {
  const setting = (folder: string): Setting => ({
    files: 20,
    agent: ["sh", "-c", AGENT],
    turnsMax: 4,
    project: { sandbox: "none", checks: { test: ["sh", "-c", checkOf(folder)] } },
  });
  return withRealDaemon(setting, async (daemon) => {
    writeFileSync(join(daemon.folder, "flood"), `${"progress ".repeat(111)}\n`.repeat(MEGABYTES * 1_000));
    const took: Took[] = [];
    for (let n = 0; n < ROUNDS; n += 1) took.push(await round(daemon, n));
    const bareMs = median(took.map((one) => one.bareMs)).toFixed(0);
    const toldMs = median(took.map((one) => one.toldMs));
    return [
      atMost(`${MEGABYTES} MB of output become a message (read bare: ${bareMs} ms)`, toldMs, TOLD_MS, "ms"),
      atMost("memory of the daemon for it", Math.max(...took.map((one) => one.moreMb)), MORE_MB, "MB"),
    ];
  });
}

/** From the beginning of the second run, which decides, to the acknowledgement. */
async function round({ client, folder, pid }: RealDaemon, n: number): Promise<Took> {
  const bareMs = await readBare(folder);
  const name = `flood-${n}`;
  const { id } = await client.startSession({ projectId: "app", name, prompt: "Begin." });
  await until(async () => (await client.session({ id })).phase !== "preparing", `${id} is prepared`);
  const beforeMb = memoryOf(pid()).now;
  resetHighest(pid());
  const told = await toldOfFailure(client, id);
  const moreMb = memoryOf(pid()).highest - beforeMb;
  const runs = readFileSync(join(folder, "runs"), "utf8").trim().split("\n");
  const begunMs = Number(runs.at(-1)) / 1_000_000;
  if (!told.text.includes("Error: the end")) throw new Error(`the message does not say how it ended: ${told.text}`);
  await client.stopSession({ id });
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  return { toldMs: Date.parse(told.acknowledgedAt ?? "") - begunMs, bareMs, moreMb };
}

/** The same output through the same pipe, into nothing. */
async function readBare(folder: string): Promise<number> {
  const startedAt = performance.now();
  await runProgram({
    ...{ program: "cat", args: [join(folder, "flood")], timeoutMs: 60_000 },
    maxOutputBytes: Number.POSITIVE_INFINITY,
    onOutput: () => undefined,
  });
  return performance.now() - startedAt;
}
