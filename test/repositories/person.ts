/** Somebody at a machine of their own: a folder, a home for the daemon, the programs they have, and `ao` as they type it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { runProgram } from "../../src/lib/run.ts";
import { createClient, type Client } from "../../src/protocol/client/create-client.ts";
import { endHome } from "../fixtures/end-home.ts";
import { program } from "../fixtures/programs.ts";
import type { Place, RepositoryKind } from "./kind.ts";

export type Person = {
  readonly home: string;
  readonly repository: string;
  readonly client: Client;
  /** Fails unless it ends with 0. */
  readonly ao: (...args: readonly string[]) => Promise<{ readonly stdout: string; readonly stderr: string }>;
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly missing: readonly string[];
  /** Ends the daemon, and whatever it left running. */
  readonly leave: () => Promise<void>;
};

export type PersonOptions = {
  readonly kind: RepositoryKind;
  readonly folder: string;
  /** Where their programs are looked for. */
  readonly path: string;
  readonly isOnline: boolean;
  /** What the settings of the daemon say beside the usual. */
  readonly defaults?: Readonly<Record<string, unknown>>;
};

const PROGRAM_MS = 10 * 60_000;

export async function createPerson(options: PersonOptions): Promise<Person> {
  const { kind, folder, path, defaults } = options;
  const [home, repository] = [join(folder, "ao"), join(folder, kind.id)];
  for (const one of [home, repository]) mkdirSync(one, { recursive: true });
  const env = { ...process.env, ...IDENTITY, PATH: path, AO_HOME: home };
  const run = (cwd: string, name: string, ...args: readonly string[]) => runWell({ cwd, program: name, args, env });
  await makeRepository(options, repository, run);
  writeFileSync(join(home, "config.yaml"), JSON.stringify(settings(defaults)));
  return {
    ...{ home, repository },
    missing: kind.programs.filter((name) => findProgram(name, path) === null),
    client: createClient({
      url: () => urlIn(home),
      token: () => readFileSync(join(home, "token"), "utf8").trim(),
    }),
    ao: (...args) => run(repository, process.execPath, program("cli"), ...args),
    git: async (...args) => (await run(repository, "git", ...args)).stdout.trim(),
    leave: async () => {
      await run(repository, process.execPath, program("cli"), "stop");
      await endHome(home);
    },
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/** What the agent does stands in the task of each session: docs/development/scripted-agent.md. */
const settings = (defaults: PersonOptions["defaults"] = {}) => ({
  defaults: {
    agent: "command",
    agentConfig: { command: [process.execPath, program("scripted-agent")] },
    ...{ runtime: "process", autonomy: "land", notifiers: [] },
    ...defaults,
  },
  policy: { approvals: 0 },
});

type Run = (
  cwd: string,
  program: string,
  ...args: readonly string[]
) => Promise<{ readonly stdout: string; readonly stderr: string }>;

async function makeRepository({ kind, folder, path, isOnline }: PersonOptions, repository: string, run: Run) {
  const git = async (cwd: string, ...args: readonly string[]): Promise<void> => void (await run(cwd, "git", ...args));
  await git(repository, "init", "--quiet", "--initial-branch=main");
  for (const [name, text] of Object.entries({ ...kind.files, "CHANGES.md": "# Changes\n" })) {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  const place: Place = {
    ...{ repository, folder, isOnline, git },
    has: (name) => findProgram(name, path) !== null,
    run: async (cwd, name, ...args) => void (await run(cwd, name, ...args)),
  };
  await kind.prepare?.(place);
  await git(repository, "add", "--all");
  await git(repository, "commit", "--quiet", "-m", "Begin");
}

type Command = {
  readonly cwd: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

async function runWell(command: Command) {
  const ended = await runProgram({ ...command, timeoutMs: PROGRAM_MS });
  if (!ended.ok || ended.code !== 0)
    throw new Error(`${command.program} ${command.args.join(" ")}: ${ended.stderr}${ended.stdout}`);
  return ended;
}

function urlIn(home: string): string {
  const { host, port } = JSON.parse(readFileSync(join(home, "daemon.json"), "utf8")) as Readonly<
    Record<string, string>
  >;
  return `http://${host}:${port}`;
}
