/**
 * Five projects whose suites take all places, and a sixth with a check of 0.2 s: from the end of its agent's turn until its
 * check has answered.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../test/fixtures/real-turns.ts";
import { withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { atMost, median, type Line } from "./report.ts";
import { aRepository } from "./repository.ts";

const BUSY = 5;
const ROUNDS = 9;
const ANSWERED_MS = 5_000;

/** In the busy projects a check of a change runs until all is over; that of their base shows that it is a long one. */
const suite = (folder: string): string =>
  `[ -e work.txt ] || exec sleep 5.5; while [ ! -e '${folder}/over' ]; do sleep 0.1; done`;
const AGENT = 'echo "$AO_SESSION" > work.txt && git add -A && git commit -qm "Work"';
const agent = (folder: string): readonly string[] => [
  "sh",
  "-c",
  `${AGENT} && date +%s%N > '${folder}'/"$AO_SESSION.ended"`,
];
const short = (folder: string): string => `sleep 0.2; date +%s%N >> '${folder}/answered'`;

export function benchBusy(): Promise<readonly Line[]> {
  const setting = (folder: string): Setting => ({
    files: 50,
    agent: agent(folder),
    turnsMax: BUSY + 1,
    project: { sandbox: "none", checks: { test: ["sh", "-c", short(folder)] } },
  });
  return withRealDaemon(setting, async (daemon) => {
    await addBusyProjects(daemon);
    const tookMs: number[] = [];
    for (let n = 1; n <= ROUNDS; n += 1) tookMs.push(await round(daemon, n));
    const running = await busyNow(daemon);
    writeFileSync(join(daemon.folder, "over"), "");
    if (running !== BUSY) throw new Error(`only ${running} of ${BUSY} projects were busy until the end`);
    return [
      atMost(
        "a check of 0.2 s beside five busy projects, until it has answered: median",
        median(tookMs),
        ANSWERED_MS,
        "ms",
      ),
      atMost("the slowest of them", Math.max(...tookMs), ANSWERED_MS, "ms"),
    ];
  });
}

/** Each has a change whose suite runs or waits for a place. */
async function addBusyProjects({ client, folder }: RealDaemon): Promise<void> {
  await client.checkBase({ id: "app" });
  await until(async () => isKnown(await client.listProjects({})), "the base of the first is known");
  for (let n = 1; n <= BUSY; n += 1) {
    const path = await aRepository(join(folder, `busy-${n}`), 50);
    const project = {
      ...{ agent: "command", agentConfig: { command: agent(folder) }, runtime: "process", sandbox: "none" },
      checks: { test: { command: ["sh", "-c", suite(folder)] } },
    };
    writeFileSync(join(path, "agent-orchestrator.yaml"), JSON.stringify({ projects: { [`busy-${n}`]: project } }));
    await client.addProject({ path, accept: true });
    // Nobody needs to know how it is yet, so it is not checked by itself.
    await client.checkBase({ id: `busy-${n}` });
    await until(async () => isKnown(await client.listProjects({})), `the base of busy-${n} is known`);
  }
  for (let n = 1; n <= BUSY; n += 1)
    await client.startSession({ projectId: `busy-${n}`, name: "long", prompt: "Begin." });
  await until(async () => (await busyNow({ client })) === BUSY, "all are busy");
}

const isKnown = (projects: readonly { readonly base: string }[]): boolean =>
  projects.every(({ base }) => base === "green");

/** How many of them have a check that runs or waits. */
async function busyNow({ client }: Pick<RealDaemon, "client">): Promise<number> {
  const sessions = await client.listSessions({});
  return sessions.filter(({ project, attention }) => project !== "app" && attention.code === "checking").length;
}

async function round({ client, folder }: RealDaemon, n: number): Promise<number> {
  const before = answersIn(folder).length;
  const { id } = await client.startSession({ projectId: "app", name: `short-${n}`, prompt: "Begin." });
  await until(() => answersIn(folder).length > before, `the check of ${id} answers`);
  const endedMs = Number(readFileSync(join(folder, `${id}.ended`), "utf8")) / 1_000_000;
  await client.stopSession({ id });
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  return (answersIn(folder)[before] ?? Number.NaN) - endedMs;
}

function answersIn(folder: string): readonly number[] {
  const file = join(folder, "answered");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((nanoseconds) => Number(nanoseconds) / 1_000_000);
}
