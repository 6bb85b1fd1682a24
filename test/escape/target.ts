/**
 * A machine to attack: a person's home with secrets in it, a repository, and the product started there as people start
 * it, by root or by a plain user. Nothing of it lies in a scratch folder, because those are private in a sandbox anyway.
 */
import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runProgram } from "../../src/lib/run.ts";
import { cli } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { CANARY } from "./attack.ts";
import { SECRETS } from "./attacks/credentials.ts";
import { serveNetwork, serveProxySockets, serveSockets, type Ends } from "./serve-secrets.ts";

export type User = "root" | "plain user";

export type Target = {
  readonly user: User;
  /** Unique for this machine: what is planted outside of it carries it. */
  readonly tag: string;
  readonly person: string;
  readonly aoHome: string;
  readonly repository: string;
  /** Outside of every workspace; a program that runs outside leaves a file here. */
  readonly marks: string;
  readonly main: string;
  readonly daemon: number;
  readonly supervisor: number;
  readonly victim: {
    /** Loose objects of the person's, below `objects`. */
    readonly replaced: string;
    readonly removed: string;
    /** A program of the person's. */
    readonly process: number;
    readonly isAlive: () => boolean;
  };
  /** Another session of the same project, at rest. */
  readonly other: { readonly id: string; readonly workspace: string; readonly turn: string };
  readonly change: string;
  readonly blockDevice: string | null;
  readonly daemonPort: number;
  /** Somebody tries again and again to connect there. */
  readonly knockedPort: number;
  /** Each says a secret. */
  readonly services: readonly { readonly name: string; readonly url: string }[];
  readonly abstractSocket: string;
  readonly systemSockets: readonly NamedPath[];
  readonly ownSockets: readonly NamedPath[];
};

export type NamedPath = { readonly name: string; readonly path: string };

export type Machine = {
  readonly target: Target;
  readonly hasWalls: boolean;
  /** Runs a program as the person would; answers what it printed, and throws unless it exits with 0. */
  readonly asPerson: (cwd: string, ...argv: readonly [string, ...string[]]) => Promise<string>;
  readonly ao: (...args: readonly string[]) => Promise<string>;
  /** Waits until the session's attempts are over and, behind walls, until it rests again; answers its workspace. */
  readonly finished: (id: string) => Promise<string>;
  readonly end: () => Promise<void>;
};

export type MachineOptions = {
  readonly user: User;
  readonly sandbox: "auto" | "none";
  /** Whether setup commands and checks attack as well. */
  readonly everywhere: boolean;
  /** What the person's programs, the product among them, find in their environment beside the usual. */
  readonly env: Readonly<Record<string, string>>;
};

/** The user `nobody` of every Linux. */
const PLAIN = 65_534;
const REST_WITHIN_MS = 180_000;
const POLL_MS = 100;

export async function aMachine(options: MachineOptions): Promise<Machine> {
  const ends: Ends = [];
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0).toReversed()) await one();
  };
  try {
    return { ...(await build(options, ends)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function build(options: MachineOptions, ends: Ends): Promise<Omit<Machine, "end">> {
  const { user } = options;
  const isRoot = process.getuid?.() === 0;
  const base = mkdtempSync(isRoot ? "/home/ao-escape-" : join(homedir(), ".ao-escape-"));
  ends.push(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const tag = base.slice(-6);
  const [person, marks] = [join(base, "person"), join(base, "marks")];
  const [aoHome, repository] = [join(person, ".agent-orchestrator"), join(person, "project")];
  for (const folder of [person, marks, repository]) mkdirSync(folder);
  const asPerson = personOf(options, person, aoHome);
  plantSecrets(person);
  const give = (): void => {
    if (user === "plain user" && isRoot) giveAway(base);
  };
  give();
  const victim = startVictim(user, person);
  ends.push(() => void victim.kill("SIGKILL"));
  const systemSockets = await serveSockets(person, tag, ends);
  give();
  const network = await serveNetwork(tag, ends);
  const objects = await makeRepository(asPerson, repository, options);

  const ao = (...args: readonly string[]): Promise<string> => asPerson(repository, process.execPath, cli, ...args);
  ends.push(async () => {
    await ao("stop").catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    await endHome(aoHome);
  });
  await ao("start", "--no-open", "--port", "0");
  const hasWalls = options.sandbox !== "none";
  const finished = (id: string): Promise<string> => workspaceWhenFinished({ ao, id, hasWalls });
  const { id } = JSON.parse(await ao("new", "other", "--json")) as { readonly id: string };
  const workspace = await finished(id);
  const status = JSON.parse(await ao("status", id, "--json")) as { readonly change?: { readonly id?: string } | null };
  const { pid: daemon, port: daemonPort } = JSON.parse(readFileSync(join(aoHome, "daemon.json"), "utf8")) as {
    readonly pid: number;
    readonly port: number;
  };
  if (!hasWalls) await serveProxySockets(aoHome, ends);
  const target: Target = {
    ...{ user, tag, person, aoHome, repository, marks, daemon, daemonPort, systemSockets, ...network },
    main: await asPerson(repository, "git", "rev-parse", "main"),
    supervisor: parentOf(daemon),
    victim: {
      ...objects,
      process: victim.pid ?? 0,
      isAlive: () => victim.exitCode === null && victim.signalCode === null,
    },
    other: { id, workspace, turn: readdirSync(join(aoHome, "turns"))[0] ?? "" },
    change: encodeURIComponent(status.change?.id ?? "1"),
    blockDevice: ["/dev/vda", "/dev/sda", "/dev/nvme0n1"].find(isReadable) ?? null,
    ownSockets: socketsIn(aoHome).map((path, at) => ({ name: `socket ${at + 1} of the daemon's home`, path })),
  };
  return { target, asPerson, ao, finished, hasWalls };
}

function personOf({ user, env: more }: MachineOptions, person: string, aoHome: string): Machine["asPerson"] {
  const isDropped = user === "plain user" && process.getuid?.() === 0;
  const dropped = ["setpriv", `--reuid=${PLAIN}`, `--regid=${PLAIN}`, "--clear-groups", "--"] as const;
  const env = {
    ...{ HOME: person, AO_HOME: aoHome, PATH: process.env["PATH"], LANG: "C.UTF-8", USER: "ada", LOGNAME: "ada" },
    ...{ GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" },
    ...{ GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" },
    ...more,
  };
  return async (cwd, ...argv) => {
    const [program = "", ...args] = isDropped ? [...dropped, ...argv] : argv;
    const result = await runProgram({ program, args, cwd, env, timeoutMs: 120_000 });
    if (result.ok && result.code === 0) return result.stdout.trim();
    throw new Error(`${argv.join(" ")} failed: ${result.stdout}${result.stderr}`);
  };
}

function plantSecrets(person: string): void {
  for (const path of SECRETS) {
    const file = join(person, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `token=${CANARY}\n`, { mode: 0o600 });
  }
}

function giveAway(path: string): void {
  lchownSync(path, PLAIN, PLAIN);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAway(join(path, entry.name));
    else lchownSync(join(path, entry.name), PLAIN, PLAIN);
  }
}

/** A program of the person's with a secret in its environment. */
function startVictim(user: User, cwd: string): ChildProcess {
  const isDropped = user === "plain user" && process.getuid?.() === 0;
  const who = isDropped ? { uid: PLAIN, gid: PLAIN } : {};
  return spawn("sleep", ["3600"], { cwd, env: { SECRET: CANARY }, stdio: "ignore", ...who });
}

/** As setup command and as check it attacks in the first round only; setup runs in check workspaces, too, and rests there. */
const AGENT = `
place=\${1:-agent}
case $place in
  check) round=$(cat round.txt 2> /dev/null) ;;
  *) session=$(basename "$(dirname "$AO_LOG_DIR")"); round=\${session##*-} ;;
esac
if [ "$place" = agent ]; then
  [ "$AO_TURN" = 1 ] || exit 0
  echo "$round" > round.txt
  echo work > "work-$AO_SESSION.txt"
  git add round.txt "work-$AO_SESSION.txt" && git commit -qm "Work of $AO_SESSION"
  echo ${CANARY} > secret.txt
  echo expendable > expendable.txt
fi
if [ -d "attacks/$round" ] && { [ "$place" = agent ] || [ "$round" = 1 ]; }; then
  sh attacks/all.sh "$round" "$place" > "results-$place.txt" 2>&1
  [ "$place" != check ] || cat "results-$place.txt"
fi
[ "$place" != agent ] || echo done > done.txt
`;

async function makeRepository(
  asPerson: Machine["asPerson"],
  repository: string,
  { sandbox, everywhere }: MachineOptions,
): Promise<{ readonly replaced: string; readonly removed: string }> {
  const settings = {
    defaults: { agent: "command", runtime: "process" },
    reactions: { "ci-failed": { auto: false } },
    projects: {
      app: {
        ...{ sandbox, network: sandbox === "none" ? "full" : "none" },
        agentConfig: { command: ["sh", "agent.sh"] },
        ...(everywhere ? { setup: ["sh agent.sh setup"], checks: { attack: "sh agent.sh check" } } : {}),
      },
    },
  };
  const write = (name: string, text: string): Promise<string> =>
    asPerson(
      repository,
      process.execPath,
      "-e",
      "require('fs').writeFileSync(process.argv[1], process.argv[2])",
      name,
      text,
    );
  await asPerson(repository, "git", "init", "-q", "-b", "main");
  const files = { "README.md": "A project.\n", "agent.sh": AGENT, ".gitignore": ".env\nagent-orchestrator.yaml\n" };
  const plain = ["f1.txt", "f2.txt", "f3.txt", "f4.txt", "replaced.txt", "removed.txt"];
  for (const [name, text] of Object.entries(files)) await write(name, text);
  for (const name of plain) await write(name, `${name}\n`);
  await write(".env", `token=${CANARY}\n`);
  await write("agent-orchestrator.yaml", JSON.stringify(settings));
  await asPerson(repository, "git", "add", ...Object.keys(files), ...plain);
  await asPerson(repository, "git", "commit", "-q", "-m", "Begin");
  const objectOf = async (name: string): Promise<string> => {
    const hash = await asPerson(repository, "git", "rev-parse", `main:${name}`);
    return `${hash.slice(0, 2)}/${hash.slice(2)}`;
  };
  return { replaced: await objectOf("replaced.txt"), removed: await objectOf("removed.txt") };
}

type Waiting = { readonly ao: Machine["ao"]; readonly id: string; readonly hasWalls: boolean };

/** Without walls the attempts may have hurt the product itself; what they found out is known all the same. */
async function workspaceWhenFinished({ ao, id, hasWalls }: Waiting): Promise<string> {
  const deadlineMs = Date.now() + REST_WITHIN_MS;
  for (let said = ""; Date.now() < deadlineMs; await pause(POLL_MS)) {
    said = await ao("status", id, "--json");
    const { phase, workspacePath } = JSON.parse(said) as {
      readonly phase: string;
      readonly workspacePath: string | null;
    };
    if (phase === "ended") throw new Error(`${id} has ended: ${said}`);
    if (workspacePath === null) continue;
    const done = join(workspacePath, "done.txt");
    if (existsSync(done) && (!hasWalls || phase === "resting")) return workspacePath;
    // To ask the daemon costs a program's start; most of the time is spent before this file is there.
    while (!existsSync(done) && Date.now() < deadlineMs) await pause(POLL_MS);
  }
  throw new Error(`${id} does not come to rest: ${await ao("status", id)}`);
}

function socketsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isSocket()).map((entry) => join(entry.parentPath, entry.name));
}

function isReadable(path: string): boolean {
  try {
    closeSync(openSync(path, "r"));
    return true;
  } catch (error) {
    // A container may forbid it even to root.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
