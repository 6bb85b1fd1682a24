/** Twenty people type `ao new` at the same moment, for one repository. All get a working agent, and none leaves anything. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../src/lib/run.ts";
import { lives, until } from "../test/fixtures/real-turns.ts";
import { installed } from "./installed.ts";
import { withRealDaemon, type RealDaemon } from "./real-daemon.ts";
import { exactly, type Line } from "./report.ts";

const SESSIONS = 20;
const AGENT = `console.log(process.cwd()); setInterval(() => {}, 60_000);`;

export function benchCrowd(): Promise<readonly Line[]> {
  const agent = [process.execPath, "-e", AGENT];
  return withRealDaemon({ files: 200, agent, turnsMax: SESSIONS }, async (daemon) => {
    const folder = installed();
    try {
      const failed = await startAll(daemon, join(folder, "ao"));
      const working = await atWork(daemon);
      const left = await leftAfterStop(daemon);
      const what = `${SESSIONS} ao new at once on one repository`;
      return [
        exactly(`${what}: failed`, failed, 0),
        exactly(`${what}: at work, each in its workspace`, working, SESSIONS),
        exactly(`${what}: left behind when stopped`, left, 0),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function startAll({ home, repository }: RealDaemon, ao: string): Promise<number> {
  const env = { ...process.env, AO_HOME: home };
  const all = Array.from({ length: SESSIONS }, (_, n) =>
    runProgram({ program: ao, args: ["new", `Task ${n % 4}`], cwd: repository, env, timeoutMs: 60_000 }),
  );
  const ended = await Promise.all(all);
  for (const one of ended) if (!one.ok || one.code !== 0) console.error(one.stderr);
  return ended.filter((one) => !one.ok || one.code !== 0).length;
}

/** How many different workspaces agents say they are in. */
async function atWork({ client }: RealDaemon): Promise<number> {
  const places = async (): Promise<ReadonlySet<string>> => {
    const sessions = await client.listSessions({});
    const said = await Promise.all(sessions.map(async ({ id }) => (await client.session({ id })).lastWords));
    return new Set(said.filter((words, n) => words !== "" && words === sessions[n]?.workspacePath));
  };
  await until(async () => (await places()).size >= SESSIONS, "all agents are at work");
  return (await places()).size;
}

/** Processes, worktrees that git knows of, and folders. */
async function leftAfterStop({ client, repository, home }: RealDaemon): Promise<number> {
  const turns = join(home, "turns");
  const holders = readdirSync(turns).map((turn) => Number.parseInt(readFileSync(join(turns, turn, "started"), "utf8")));
  for (const { id } of await client.listSessions({})) await client.stopSession({ id });
  await until(async () => (await client.listSessions({})).length === 0, "all sessions end");
  const known = await runProgram({ program: "git", args: ["worktree", "list"], cwd: repository, timeoutMs: 10_000 });
  const worktrees = known.stdout.trim().split("\n").length - 1;
  return holders.filter(lives).length + worktrees + readdirSync(join(home, "workspaces", "app")).length;
}
