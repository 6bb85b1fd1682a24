/**
 * Codex, by its app-server: JSON-RPC on stdio, one process a turn, threads that are resumed by their id. Its own sandbox
 * is off, because in a worktree it cannot commit in it; ours is around it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../../lib/replace-file.ts";
import type { AgentPlugin, TurnRequest } from "../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { Dialect, DialectLaunch } from "../shared/dialect.ts";
import { ownFolder } from "../shared/own-folder.ts";
import {
  noSettings,
  notStarted,
  parseAgentSettings,
  programIn,
  type AgentSettings,
} from "../shared/parse-agent-settings.ts";
import { programOf } from "../shared/program.ts";
import { protocolAgent } from "../shared/protocol-agent.ts";
import { lineOf } from "../shared/rpc.ts";
import { listenToCodex } from "./listen.ts";

export const NAME = "codex";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORGANIZATION", "CODEX_API_KEY"] as const;

export function codexAgent(options: AgentOptions): AgentPlugin {
  const parsed = parseAgentSettings(options.settings, options.permissions ?? "auto");
  const settings = parsed.ok ? parsed.settings : noSettings;
  const dialect: Dialect = {
    name: NAME,
    program: programIn(parsed, "codex"),
    launch: async (request) =>
      parsed.ok ? launchOf(options, settings, request) : failed("refused", notStarted(parsed.problem)),
    listen: (turn) => listenToCodex(turn, settings),
    limitRestsMs: settings.limitRestsMs,
  };
  return protocolAgent({ ...options, dialect });
}

async function launchOf(
  options: AgentOptions,
  { command, model }: AgentSettings,
  { session, workspacePath, env }: TurnRequest,
): Promise<SlotResult<DialectLaunch>> {
  const home = env["HOME"];
  const persons = home === undefined ? null : join(home, ".codex");
  const logins = persons === null ? {} : { "auth.json": join(persons, "auth.json") };
  const folder = ownFolder({ sessions: options.sessions, session, agent: NAME, logins });
  // Its own copy of the person's settings: providers and models are theirs to choose.
  await replaceFile(join(folder.path, "config.toml"), persons === null ? "" : settingsIn(persons));
  const [name, ...args] = command ?? ["codex"];
  return ok({
    argv: [
      programOf(name, { workspace: workspacePath, checkout: options.checkout, home }),
      ...args,
      "app-server",
      ...QUIET.flatMap((setting) => ["-c", setting]),
      ...(model === null ? [] : ["-c", `model=${JSON.stringify(model)}`]),
    ],
    stdin: lineOf({
      id: "initialize",
      method: "initialize",
      params: { clientInfo: { name: "agent-orchestrator", title: "Agent Orchestrator", version: "1" } },
    }),
    takesFrames: true,
    env: { CODEX_HOME: folder.path },
    needs: { writable: [folder.path], readable: folder.logins },
  });
}

function settingsIn(folder: string): string {
  const file = join(folder, "config.toml");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const QUIET = ["check_for_update_on_startup=false", "analytics.enabled=false", "feedback.enabled=false", "notify=[]"];
