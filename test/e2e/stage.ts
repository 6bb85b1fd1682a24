/**
 * The product as a person has it: a daemon of its own on a home of its own, a repository, and agents that follow scripts.
 * Everything is real; nothing outlives the test.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { createClient, type Client } from "../../src/protocol/client/create-client.ts";
import type { NewSessionRequest, SessionView } from "../../src/protocol/session/session.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aDaemon } from "../fixtures/daemon-process.ts";
import { endHome } from "../fixtures/end-home.ts";
import { program } from "../fixtures/programs.ts";

const scriptedAgent = [process.execPath, program("scripted-agent")] as const;
const WITHIN_MS = 40_000;
const POLL_MS = 40;

export type Settings = {
  /** The scripted agent unless given. */
  readonly agent?: string;
  /** Beside the usual: what the daemon finds in its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the daemon is started by. */
  readonly enter?: readonly string[];
  readonly runtime?: "process" | "tmux";
  readonly workspace?: "worktree" | "clone";
  readonly sandbox?: string;
  readonly agentConfig?: Readonly<Record<string, unknown>>;
  readonly reactions?: Readonly<Record<string, unknown>>;
  readonly checks?: Readonly<Record<string, string>>;
  /** What else the person has done in the repository before the project is added. */
  readonly prepare?: (repository: string, git: (...args: readonly string[]) => Promise<string>) => Promise<void>;
  /** Further keys of the project, and of the whole file. */
  readonly project?: Readonly<Record<string, unknown>>;
  readonly file?: Readonly<Record<string, unknown>>;
  /** How long a session may take to come to what is waited for. */
  readonly withinMs?: number;
};

export type Stage = Awaited<ReturnType<typeof aStage>>;

export async function aStage(settings: Settings = {}) {
  const folder = aFolder();
  const [home, repository, personHome] = [join(folder, "ao"), join(folder, "project"), join(folder, "person")];
  for (const path of [repository, personHome]) mkdirSync(path);
  const git = gitIn(repository, personHome);
  await git("init", "-q");
  await git("symbolic-ref", "HEAD", "refs/heads/main");
  writeFileSync(join(repository, "README.md"), "A project.\n");
  writeFileSync(join(repository, "agent-orchestrator.yaml"), JSON.stringify(configOf(settings)));
  await git("add", "README.md");
  await git("commit", "-q", "-m", "Begin");
  await settings.prepare?.(repository, git);

  onTestFinished(() => endHome(home));
  const { enter = [] } = settings;
  const start = () => aDaemon(home, { enter, env: { HOME: personHome, ...PERSON, ...settings.env } });
  let daemon = start();
  await daemon.up();
  const client = createClient({
    url: () => urlOf(home),
    token: () => readFileSync(join(home, "token"), "utf8").trim(),
  });
  await client.addProject({ path: repository, accept: true });
  return {
    ...{ folder, home, repository, personHome, git, client },
    url: () => urlOf(home),
    begin: (name: string, prompt: string, more: Partial<NewSessionRequest> = {}) =>
      begin(client, name, { ...more, prompt }),
    until: (id: string, what: string, holds: (session: SessionView) => boolean) =>
      until(client, settings.withinMs ?? WITHIN_MS, { id, what, holds }),
    /** Ends the daemon as a crash would, and brings up the next one. */
    restartDaemon: async () => {
      daemon.kill("SIGKILL");
      await daemon.ended;
      daemon = start();
      await daemon.up();
    },
    endDaemon: async () => {
      daemon.kill("SIGKILL");
      await daemon.ended;
    },
    startDaemon: async () => {
      daemon = start();
      await daemon.up();
    },
    complaints: () => daemon.stderr(),
  };
}

const PERSON = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

function configOf({ runtime = "process", workspace = "clone", sandbox = "auto", ...more }: Settings) {
  const { agent = "command" } = more;
  const agentConfig = { ...(agent === "command" ? { command: scriptedAgent } : {}), ...more.agentConfig };
  return {
    defaults: { agent, runtime, workspace },
    projects: { app: { sandbox, agentConfig, checks: more.checks ?? {}, ...more.project } },
    reactions: more.reactions ?? {},
    ...more.file,
  };
}

function gitIn(cwd: string, home: string) {
  const env = { PATH: process.env["PATH"], HOME: home, ...PERSON };
  return async (...args: readonly string[]): Promise<string> => {
    const result = await runProgram({ program: "git", args, cwd, env, timeoutMs: 20_000 });
    if (!result.ok || result.code !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.trim();
  };
}

/** After a restart the daemon may be at another port. */
function urlOf(home: string): string {
  const { host, port } = JSON.parse(readFileSync(join(home, "daemon.json"), "utf8")) as Readonly<
    Record<string, string>
  >;
  return `http://${host}:${port}`;
}

async function begin(client: Client, name: string, more: Partial<NewSessionRequest>): Promise<string> {
  const { id } = await client.startSession({ projectId: "app", title: name, name, ...more });
  return id;
}

type Expected = {
  readonly id: string;
  readonly what: string;
  readonly holds: (session: SessionView) => boolean;
};

async function until(client: Client, withinMs: number, { id, what, holds }: Expected): Promise<SessionView> {
  let last: SessionView | null = null;
  const look = async (): Promise<boolean> => {
    last = await client.session({ id });
    return holds(last);
  };
  try {
    await expect.poll(look, { timeout: withinMs, interval: POLL_MS }).toBe(true);
  } catch (error) {
    throw new Error(`${id} never came to this: ${what}. It is:\n${JSON.stringify(last, null, 1)}`, { cause: error });
  }
  return client.session({ id });
}
