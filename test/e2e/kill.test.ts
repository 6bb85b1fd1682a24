/**
 * The daemon is killed again and again while agents work and people write to them: no line of an agent is missing, and no
 * message is lost or handed over twice.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { failpoints } from "../../src/engine/deps.ts";
import { createClient, type Client } from "../../src/protocol/client/create-client.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aRepository, git } from "../fixtures/git-repository.ts";
import { KilledDaemon, type Death } from "../fixtures/killed-daemon.ts";

const KILLS = process.env["AO_TEST_LONG"] === undefined ? 100 : 200;
const SESSIONS = 8;
const LINES = 60;
/** In one life of the daemon. */
const WRITTEN_TO = 2;

const AGENT = `#!/bin/sh
read -r first
echo "$first" >> "$AO_LOG_DIR/messages"
i=0
while [ $i -lt ${LINES / 2} ]; do i=$((i+1)); echo "line $i"; done
sleep 0.1
while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i"; done
`;

const SETTINGS = (runtime: string): string => `
defaults: { agent: command, agentConfig: { command: [./agent.sh] }, runtime: ${runtime}, sandbox: none }
orchestrator: { max_parallel_agents: ${SESSIONS} }
reactions: { agent-exited: { auto: false } }
`;

function aProject(runtime: string): string {
  const path = aRepository({ files: { "agent.sh": AGENT, "agent-orchestrator.yaml": SETTINGS(runtime) }, commits: 0 });
  chmodSync(join(path, "agent.sh"), 0o755);
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "Start");
  return path;
}

/** Asks through deaths: where the daemon is now, it says itself. */
function aClient(home: string): Client {
  const read = (name: string): string => readFileSync(join(home, name), "utf8");
  // Nobody listens at port 9: before the daemon has said where it is, asking there is tried again.
  const url = (): string => {
    const text = existsSync(join(home, "daemon.json")) ? read("daemon.json") : '{"port":9}';
    return `http://127.0.0.1:${(JSON.parse(text) as { port: number }).port}`;
  };
  return createClient({ url, token: () => read("token").trim(), retryForMs: 120_000, answerWithinMs: 5_000 });
}

/** Every named point in turn, and between them a moment after a commit. */
function deathOf(n: number, random: () => number): Death {
  const name = failpoints[Math.floor(n / 2) % failpoints.length];
  if (n % 2 === 0 || name === undefined) return { kind: "after_commit", ms: Math.floor(random() * 50) };
  return { kind: "failpoint", name: name === "recover" ? "recover:1" : `${name}:${1 + Math.floor(random() * 12)}` };
}

/** The same moments in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const runtimes = process.env["AO_TEST_LONG"] === undefined ? ["process"] : ["process", "tmux"];

test.each(runtimes)(
  `${KILLS} kills while ${SESSIONS} agents work on %s: no line is missing, no message lost or doubled`,
  async (runtime) => {
    const home = join(aFolder(), "home");
    const daemon = new KilledDaemon(home);
    const client = aClient(home);
    mkdirSync(home, { recursive: true });
    daemon.live();
    await until(() => existsSync(join(home, "daemon.json")));
    await client.addProject({ path: aProject(runtime), accept: true });
    const ids: string[] = [];
    for (let n = 1; n <= SESSIONS; n += 1)
      ids.push((await client.startSession({ name: `s${n}`, title: `s${n}`, prompt: `start-${n}\n` })).id);
    await daemon.end();

    const random = seeded(7);
    const sent = new Map<string, string[]>(ids.map((id, n) => [id, [`start-${n + 1}`]]));
    const writing = new Set<Promise<void>>();
    for (let n = 0; n < KILLS; n += 1) {
      for (let k = 0; k < WRITTEN_TO; k += 1) {
        const id = ids[Math.floor(random() * ids.length)] ?? "";
        const mark = `${id}-${n}-${k}`;
        sent.get(id)?.push(mark);
        const one = client.sendMessage({ id, content: `${mark}\n` }).then(() => void writing.delete(one));
        writing.add(one);
      }
      await daemon.die(deathOf(n, random), 3_000);
    }

    daemon.live();
    await Promise.all(writing);
    const missing = (id: string) => (sent.get(id) ?? []).filter((mark) => !received(home, id).includes(mark));
    const toldOf = async (id: string) => ({ missing: missing(id), session: await client.session({ id }) });
    await until(
      () => ids.every((id) => missing(id).length === 0),
      async () => JSON.stringify(await Promise.all(ids.filter((id) => missing(id).length > 0).map(toldOf))),
    );
    await until(async () => (await client.listSessions({})).every(({ phase }) => phase !== "working"));
    for (const id of ids) expect(received(home, id).toSorted(), id).toEqual(sent.get(id)?.toSorted());
    for (const turn of readdirSync(join(home, "turns"))) {
      const text = readFileSync(join(home, "turns", turn, "out"), "utf8");
      expect(text.match(/line \d+/g)?.length, turn).toBe(LINES);
      expect(readFileSync(join(home, "turns", turn, "exit"), "utf8").trim(), turn).toBe("0");
    }
    await daemon.end();
  },
  600_000,
);

/** What the agent itself wrote down, without what the orchestrator told it of its own accord. */
function received(home: string, id: string): readonly string[] {
  const file = join(home, "sessions", id, "logs", "messages");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line.startsWith("start-") || line.startsWith(`${id}-`));
}

async function until(holds: () => boolean | Promise<boolean>, told?: () => Promise<string>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass ${(await told?.()) ?? ""}`);
    await pause(50);
  }
}
