/** Where everything lives: `AO_HOME`, else `~/.agent-orchestrator`. Only its owner may read it. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Home = {
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
  /** One folder a project: our own git directory, and the local forge. */
  readonly projects: string;
  /** One folder a session: its conversation and the logs beside its workspace. */
  readonly sessions: string;
  /** Sockets. */
  readonly run: string;
  /** Projects that were named while no daemon ran: it adds them when it comes up. */
  readonly requests: string;
  /** Browsers that are told also without an open page, and the key they know us by. */
  readonly push: string;
};

export function homeOf(env: NodeJS.ProcessEnv): Home {
  const path = resolve(env["AO_HOME"] ?? join(homedir(), ".agent-orchestrator"));
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
    projects: join(path, "projects"),
    sessions: join(path, "sessions"),
    run: join(path, "run"),
    requests: join(path, "requests"),
    push: join(path, "push.json"),
  };
}

/** Makes what is not there. */
export function openHome(env: NodeJS.ProcessEnv): Home {
  const home = homeOf(env);
  const { path, turns, workspaces, projects, sessions, run } = home;
  for (const folder of [join(path, "logs"), turns, workspaces, projects, sessions, run])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  return home;
}
