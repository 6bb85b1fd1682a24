/**
 * More agents than the machine has memory for: all of them run in the end, none is ended by the system, and those that
 * wait say for what. And one that takes everything ends alone, is told why, and goes on.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import type { StatusView } from "../../src/protocol/session/status.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { cli } from "../fixtures/ao-cli.ts";
import { aMemoryGroup, canLimitMemory } from "../fixtures/memory-group.ts";
import { aStage, type Stage } from "./stage.ts";

const MB = 1_000_000;
const isLong = process.env["AO_TEST_LONG"] !== undefined;
/** The product itself takes some of it. */
const [AGENTS, GROUP_BYTES] = isLong ? [200, 1_600 * MB] : [12, 420 * MB];
const WITHIN_MS = isLong ? 1_800_000 : 120_000;
const AGENT_BYTES = 40 * MB;

/** Keeps its memory until there is a file: what is printed last is kept until all was printed. */
const keepUntil = (file: string): string =>
  `git commit -q --allow-empty -m Done
  { head -c ${AGENT_BYTES} /dev/zero; while [ ! -e '${file}' ]; do sleep 0.2; done; } | tail -c ${AGENT_BYTES} > /dev/null`;

test.skipIf(!canLimitMemory)(
  `${AGENTS} agents of 40 MB in ${GROUP_BYTES / MB} MB${canLimitMemory ? "" : " (needs a control group of its own: root on Linux)"}`,
  async () => {
    const group = aMemoryGroup(GROUP_BYTES);
    const go = join(aFolder(), "go");
    const stage = await aStage({
      ...{ enter: group.enter, sandbox: "none" },
      agentConfig: { command: ["/bin/sh", "-c", keepUntil(go)] },
      project: { limits: { memory: "200MB", memoryReservation: "40MB" } },
      file: { orchestrator: { max_parallel_agents: AGENTS } },
      env: { AO_LOAD_PER_CORE: "100000" },
    });
    const names = Array.from({ length: AGENTS }, (_, n) => `agent-${n + 1}`);
    for (const name of names) await stage.begin(name, "Hold some memory.");
    const reasons = new Set<string>();
    let most = 0;
    const resting = async (): Promise<number> => {
      const sessions = await stage.client.listSessions({});
      for (const { attention } of sessions) reasons.add(attention.why);
      most = Math.max(most, sessions.filter(({ phase }) => phase === "working").length);
      return sessions.filter(({ phase }) => phase === "resting").length;
    };
    const told = async () => (await resting(), [...reasons].join("\n"));
    const why = /not enough memory: \d+ MB free, needs about 4\d MB/;
    await expect.poll(told, { timeout: WITHIN_MS, interval: 100 }).toMatch(why);
    await expectReasonsInList(stage);
    writeFileSync(go, "");
    await expect.poll(resting, { timeout: WITHIN_MS, interval: 100 }).toBe(AGENTS);
    expect(group.killed(), `of at most ${group.peakBytes()} bytes`).toBe(0);
    expect(endings(stage)).toEqual(new Map([["0", AGENTS]]));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(AGENTS);
    process.stdout.write(
      `${AGENTS} agents of 40 MB in ${GROUP_BYTES / MB} MB: at most ${most} at once, ${Math.round(group.peakBytes() / MB)} MB at the peak, ${group.killed()} killed by the system\n`,
    );
  },
  WITHIN_MS + 120_000,
);

/** The first in the line names the memory it needs, the others whom they wait behind. */
const REASON = /not enough memory: \d+ MB free, needs about 4\d MB|memory is kept for [\w-]+, which waits longer/;

async function expectReasonsInList({ home, repository }: Stage): Promise<void> {
  const env = { PATH: process.env["PATH"], AO_HOME: home };
  const reasons = async (): Promise<readonly string[]> => {
    const args = [cli, "list", "--json"];
    const listed = await runProgram({ program: process.execPath, args, cwd: repository, env, timeoutMs: 60_000 });
    expect(listed.ok && listed.code, listed.stderr).toBe(0);
    const sessions = JSON.parse(listed.stdout) as readonly StatusView[];
    expect(sessions).toHaveLength(AGENTS);
    return sessions.filter(({ phase }) => phase !== "working").map(({ attention }) => attention.why);
  };
  // While the last workspaces are made, their sessions say so.
  const others = async () => (await reasons()).filter((reason) => !REASON.test(reason));
  await expect.poll(others, { timeout: WITHIN_MS, interval: 1_000 }).toEqual([]);
  expect((await reasons()).length).toBeGreaterThan(0);
}

/** How the turns ended, each with how many. */
function endings({ home }: Stage): ReadonlyMap<string, number> {
  const turns = readdirSync(join(home, "turns")).filter((name) => !name.startsWith("."));
  const codes = turns.map((turn) => readFileSync(join(home, "turns", turn, "exit"), "utf8").trim());
  return new Map([...Map.groupBy(codes, String)].map(([code, all]) => [code, all.length]));
}

const EATS = "head -c 2000000000 /dev/zero | tail -c 2000000000 > /dev/null";

/** Eats without end, until it has read what came of that. */
const learns = `
case $(cat) in
  *memory_limit*) git commit -q --allow-empty -m Learned ;;
  *) ${EATS} ;;
esac`;

describe.for(isLong ? ["auto", "watched"] : ["auto"])("an agent that takes everything, means: %s", (means) => {
  test("ends alone, is told why, and goes on; its neighbour notices nothing", async () => {
    const stage = await aStage({
      agentConfig: { command: ["/bin/sh", "-c", learns] },
      project: { limits: { memory: "150MB", memoryReservation: "20MB" } },
      env: { AO_CEILINGS: means },
    });
    const eater = await stage.begin("eater", "Eat.");
    const neighbour = await stage.begin("neighbour", "Say memory_limit.");
    const fed = await stage.until(eater, "done", ({ head, base, phase }) => phase === "resting" && head !== base);
    const quiet = await stage.until(neighbour, "done", ({ head, base, phase }) => phase === "resting" && head !== base);
    expect([fed.turns, quiet.turns]).toEqual([2, 1]);
    const told = readdirSync(join(stage.home, "turns"))
      .filter((name) => !name.startsWith("."))
      .map((name) => readFileSync(join(stage.home, "turns", name, "in"), "utf8"));
    expect(told.join("\n")).toMatch(
      /What happened:\nmemory_limit: it and what it started took more than 150 MB; run less at once/,
    );
  });
});

test("who takes everything again and again is begun again as often as settings say, then a person is told", async () => {
  const stage = await aStage({
    agentConfig: { command: ["/bin/sh", "-c", EATS] },
    project: { limits: { memory: "120MB", memoryReservation: "20MB" } },
    reactions: { "agent-exited": { retries: 1 } },
  });
  const id = await stage.begin("eater", "Eat.");
  const after = await stage.until(id, "left to a person", ({ attention }) => attention.column === "needs_you");
  expect([after.turns, after.attention.why]).toEqual([2, expect.stringMatching(/memory_limit/)]);
});
