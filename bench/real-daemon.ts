/** The built daemon as people run it, on a home and a repository in memory; all of it is ended and gone afterwards. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseDaemonFile } from "../src/daemon/process/parse-daemon-file.ts";
import { FRUGAL } from "../src/lib/own-program.ts";
import { launch } from "../src/lib/run.ts";
import { createClient, type Client } from "../src/protocol/client/create-client.ts";
import type { MessageView } from "../src/protocol/session/message.ts";
import { endHome } from "../test/fixtures/end-home.ts";
import { lives, until } from "../test/fixtures/real-turns.ts";
import { aRepository, inMemory } from "./repository.ts";

export type RealDaemon = {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
  readonly client: Client;
  readonly url: () => string;
  readonly pid: () => number;
  /** Comes up anew on what is stored; `between` may change that. */
  readonly restart: (between: () => void) => Promise<void>;
};

export type Setting = {
  /** How many files the repository has. */
  readonly files: number;
  /** The program of every agent. */
  readonly agent: readonly string[];
  readonly agentConfig?: Readonly<Record<string, unknown>>;
  readonly turnsMax: number;
  /** Further keys of the project, and of the whole file. */
  readonly project?: Readonly<Record<string, unknown>>;
  readonly file?: Readonly<Record<string, unknown>>;
  /** Added to the daemon's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Before the project is added. */
  readonly prepare?: (repository: string) => Promise<void>;
};

const program = join(import.meta.dirname, "../dist/daemon.js");

/** `setting` may name files of the folder that everything lies in. */
export function withRealDaemon<T>(
  setting: Setting | ((folder: string) => Setting | Promise<Setting>),
  work: (daemon: RealDaemon) => Promise<T>,
): Promise<T> {
  return inMemory(async (folder) =>
    onDaemon(folder, typeof setting === "function" ? await setting(folder) : setting, work),
  );
}

async function onDaemon<T>(folder: string, setting: Setting, work: (daemon: RealDaemon) => Promise<T>): Promise<T> {
  const home = join(folder, "home");
  const repository = await aRepository(join(folder, "app"), setting.files);
  writeFileSync(join(repository, "agent-orchestrator.yaml"), configOf(setting));
  await setting.prepare?.(repository);
  let pid = await start(home, folder, setting.env);
  const client = clientOf(home);
  const restart = async (between: () => void): Promise<void> => {
    await end(pid);
    between();
    pid = await start(home, folder, setting.env);
  };
  try {
    await client.addProject({ path: repository, accept: true });
    return await work({ folder, home, repository, client, url: () => urlOf(home), pid: () => pid, restart });
  } finally {
    // Whatever became of the daemon, nothing of its home is left running.
    try {
      await end(pid);
    } finally {
      await endHome(home);
    }
  }
}

async function end(pid: number): Promise<void> {
  process.kill(pid, "SIGTERM");
  await until(() => !lives(pid), "the daemon ends");
}

function configOf({ agent, agentConfig, turnsMax, project, file }: Setting): string {
  return JSON.stringify({
    defaults: { agent: "command", runtime: "process" },
    projects: { app: { agentConfig: { command: agent, ...agentConfig }, ...project } },
    orchestrator: { max_parallel_agents: turnsMax },
    ...file,
  });
}

async function start(home: string, folder: string, more: Setting["env"]): Promise<number> {
  const log = openSync(join(folder, "daemon.log"), "a");
  try {
    const env = { PATH: process.env["PATH"], HOME: folder, AO_HOME: home, ...more };
    const args = [FRUGAL, program, "--port", "0"];
    const started = await launch({ program: process.execPath, args, env, stdout: log, stderr: log });
    if (!started.ok) throw started.error;
    await until(() => existsSync(join(home, "daemon.json")), "the daemon is up");
    return started.pid;
  } finally {
    closeSync(log);
  }
}

/** After a restart the daemon may be at another port. */
function clientOf(home: string): Client {
  return createClient({
    url: () => urlOf(home),
    token: () => readFileSync(join(home, "token"), "utf8").trim(),
  });
}

function urlOf(home: string): string {
  return `http://127.0.0.1:${parseDaemonFile(readFileSync(join(home, "daemon.json"), "utf8"))?.port ?? 0}`;
}

/** The message about its red check, as soon as its agent has taken it. */
export const toldOfFailure = (client: Client, id: string): Promise<MessageView> => toldOf(client, id, "ci-failed", 100);

/** The daemon shall be busy with what is measured, so it is asked rarely; when it was told stands in the message. */
export async function toldOf(client: Client, id: string, of: string, everyMs: number): Promise<MessageView> {
  let told: MessageView | undefined;
  await until(async () => {
    await delay(everyMs);
    const { messages } = await client.session({ id });
    told = messages.find(({ reason, state }) => reason === of && state === "acknowledged");
    return told !== undefined;
  }, `${id} is told: ${of}`);
  if (told === undefined) throw new Error(`${id} was not told: ${of}`);
  return told;
}
