/** Where everything lives: `AO_HOME`, else `~/.agent-orchestrator`. Only its owner may read it. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

export type HomePaths = {
  readonly path: string;
  readonly lock: string;
  readonly database: string;
  /** Where the daemon is: pid, port, version. There only while it runs. */
  readonly daemon: string;
  readonly token: string;
  readonly log: string;
  /** What holds for the whole daemon, if a person wrote it. */
  readonly config: string;
  /** One folder a turn: what went in and what came out. */
  readonly turns: string;
  readonly workspaces: string;
  readonly trash: string;
  /** One folder a project: the repositories that its sessions have for themselves. */
  readonly repositories: string;
  /** One folder a project: our own git directory, and the local forge. */
  readonly projects: string;
  /** One folder a project: what its programs have downloaded. Nothing of it is needed; sessions make it anew. */
  readonly caches: string;
  /** What set-up makes, for all workspaces with the same lockfiles. */
  readonly prepared: string;
  /** One folder a session: its conversation and the logs beside its workspace. */
  readonly sessions: string;
  /** Sockets. */
  readonly run: string;
  /** Where `ao` names the daemon's program for its supervisor. */
  readonly daemonProgram: string;
  /** Projects that were named while no daemon ran: it adds them when it comes up. */
  readonly requests: string;
  /** Browsers that are told also without an open page, and the key they know us by. */
  readonly push: string;
  /** Browsers that are signed in, each with a digest of its secret. */
  readonly browsers: string;
  /** Copies of the databases, a folder each. */
  readonly backups: string;
  /** How far the audit log had come, now and then: a log that was cut off or rewritten is noticed by it. */
  readonly auditHeads: string;
  /** There between `ao restore-backup` and the next start of the daemon. */
  readonly restored: string;
  /** What recent turns of each kind of agent took of memory. */
  readonly agentMemory: string;
};

/** `AO_HOME` names no place that a home can be in. The message says what to set. */
export class HomeError extends Error {}

export function resolveHome(env: NodeJS.ProcessEnv): HomePaths {
  const path = resolveHomePath(env);
  return {
    path,
    lock: join(path, "daemon.lock"),
    database: join(path, "state.db"),
    daemon: join(path, "daemon.json"),
    token: join(path, "token"),
    log: join(path, "logs", "daemon.log"),
    config: join(path, "config.yaml"),
    turns: join(path, "turns"),
    workspaces: join(path, "workspaces"),
    trash: join(path, "workspaces", ".trash"),
    repositories: join(path, "workspaces", ".repositories"),
    projects: join(path, "projects"),
    caches: join(path, "cache"),
    prepared: join(path, "prepared"),
    sessions: join(path, "sessions"),
    run: join(path, "run"),
    daemonProgram: join(path, "run", "daemon-program.json"),
    requests: join(path, "requests"),
    push: join(path, "push.json"),
    browsers: join(path, "browsers.json"),
    backups: join(path, "backups"),
    auditHeads: join(path, "audit-heads.jsonl"),
    restored: join(path, "restored.json"),
    agentMemory: join(path, "agent-memory.json"),
  };
}

/** Empty is unset. A relative one would be another home, and another daemon, in each folder. */
function resolveHomePath({ AO_HOME: named = "" }: NodeJS.ProcessEnv): string {
  if (named === "") return join(homedir(), ".agent-orchestrator");
  if (isAbsolute(named)) return resolve(named);
  throw new HomeError(
    `AO_HOME is "${named}", a relative path; set it to an absolute one, e.g. ${resolve(named)}, or unset it`,
  );
}

/** Makes what is not there. */
export function openHome(env: NodeJS.ProcessEnv): HomePaths {
  const home = resolveHome(env);
  const { path, turns, workspaces, projects, caches, sessions, run } = home;
  for (const folder of [join(path, "logs"), turns, workspaces, projects, caches, sessions, run])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  return home;
}
