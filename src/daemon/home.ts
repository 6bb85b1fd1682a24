/** Where everything lives: `AO_HOME`, else `~/.agent-orchestrator`. Only its owner may read it. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Home = {
  readonly path: string;
  readonly lock: string;
  readonly database: string;
  readonly daemon: string;
  readonly log: string;
};

export function openHome(env: NodeJS.ProcessEnv): Home {
  const path = resolve(env["AO_HOME"] ?? join(homedir(), ".agent-orchestrator"));
  mkdirSync(join(path, "logs"), { recursive: true, mode: 0o700 });
  return {
    path,
    lock: join(path, "daemon.lock"),
    database: join(path, "state.db"),
    daemon: join(path, "daemon.json"),
    log: join(path, "logs", "daemon.log"),
  };
}
