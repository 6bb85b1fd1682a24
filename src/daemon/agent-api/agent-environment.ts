/** How an agent's programs find the way through the daemon: settings for GitHub's command line, an address for all others. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../slots/environment.ts";
import type { SessionPaths } from "../slots/turn-paths.ts";
import { interfacePaths, type AgentDoor } from "./agent-door.ts";

export type AgentAccess = {
  readonly door: AgentDoor;
  /** Where settings of programs are written for the session. */
  readonly folder: string;
  /** The session's. */
  readonly key: string;
  /** As its programs see them. */
  readonly paths: Pick<SessionPaths, "settings" | "socket">;
  /** Of the daemon. */
  readonly address: string;
};

export function agentEnvironment(access: AgentAccess): Environment {
  const { door, address } = access;
  const api = { AO_FORGE_API: `${address}${interfacePaths[door.forge]}` };
  return door.forge === "github" ? { ...api, ...forGh(access) } : api;
}

/** It reads its credential from a file: in a variable other programs would take it for GitHub's own. */
function forGh({ door, folder, key, paths }: AgentAccess): Environment {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write("config.yml", `version: "1"\nprompt: disabled\nhttp_unix_socket: ${JSON.stringify(paths.socket)}\n`);
  const account = { user: "agent", oauth_token: key, git_protocol: "https" };
  write("hosts.yml", `${JSON.stringify(door.host)}: ${JSON.stringify(account)}\n`);
  const isPublic = door.host === "github.com";
  return {
    GH_CONFIG_DIR: paths.settings,
    GH_REPO: isPublic ? door.repo : `${door.host}/${door.repo}`,
    ...(isPublic ? {} : { GH_HOST: door.host }),
    ...{ GH_NO_UPDATE_NOTIFIER: "1", GH_PROMPT_DISABLED: "1" },
  };
}
