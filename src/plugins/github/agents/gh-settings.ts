/** What GitHub's own command line needs to find us in place of GitHub. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentAccess } from "../../remote/agents/agent-door.ts";

/** It reads its credential from a file: in a variable other programs would take it for GitHub's own. */
export function writeGhSettings({ door, folder, key, paths }: AgentAccess): Readonly<Record<string, string>> {
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
