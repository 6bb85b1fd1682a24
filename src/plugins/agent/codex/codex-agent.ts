/**
 * Codex, by its app-server: JSON-RPC on stdio, one process a turn, threads that are resumed by their id; or by its screen,
 * or by a run for each message. Its own sandbox is off, because in a worktree it cannot commit in it; ours is around it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { AgentPlugin, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import { makeOwnFolder } from "../shared/own-folder.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { formatMessageLine } from "../shared/rpc.ts";
import { formatToolFolder } from "../shared/terminal/terminal-agent.ts";
import { buildCommand, createToolAgent, type Speech } from "../shared/tool-agent.ts";
import { launchExec, explainNotByRuns } from "./exec.ts";
import { listenToExec } from "./listen-exec.ts";
import { listenToCodex } from "./listen.ts";
import { launchCodexScreen, explainNotOnScreen, type CodexStart } from "./on-screen.ts";

export const NAME = "codex";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORGANIZATION", "CODEX_API_KEY"] as const;

const LOGINS = { variables: ["CODEX_API_KEY", "OPENAI_API_KEY"], file: ".codex/auth.json" };

export function createCodexAgent(options: AgentOptions): AgentPlugin {
  const screenBy = (settings: AgentSettings): NonNullable<Speech["screen"]> => {
    return async (request, conversation) => {
      const { program, args, settings: own, env, needs } = await buildStart(options, settings, request);
      const manners = ["--no-daemon", "-s", "danger-full-access", ...own];
      return ok({ argv: [program, ...args, ...manners, "resume", conversation], env, needs });
    };
  };
  const speaks = (settings: AgentSettings): Speech => ({
    launch: (request) => prepareLaunch(options, settings, request),
    listen: (turn) => listenToCodex(turn, settings),
    tellsNoMoney: true,
    logins: LOGINS,
    launchOnScreen: async (request, memory) =>
      launchCodexScreen(await buildStart(options, settings, request), request, memory),
    problem: settings.drive === "terminal" ? explainNotOnScreen(settings.permissions) : null,
    screen: screenBy(settings),
  });
  const runs = (settings: AgentSettings): Speech => ({
    launch: async (request, memory) => launchExec(await buildStart(options, settings, request), request, memory),
    listen: listenToExec,
    problem: explainNotByRuns(settings.permissions),
    tellsNoMoney: true,
    logins: LOGINS,
    recordsOf: (session) => formatToolFolder(options.sessions, session, NAME),
    screen: screenBy(settings),
  });
  return createToolAgent(options, { name: NAME, program: NAME, speaks, runs });
}

async function prepareLaunch(
  options: AgentOptions,
  settings: AgentSettings,
  request: TurnRequest,
): Promise<SlotResult<DialectLaunch>> {
  const { program, args, settings: start, env, needs } = await buildStart(options, settings, request);
  return ok({
    argv: [program, ...args, "app-server", ...start],
    stdin: formatMessageLine({
      id: "initialize",
      method: "initialize",
      params: { clientInfo: { name: "agent-orchestrator", title: "Agent Orchestrator", version: "1" } },
    }),
    takesFrames: true,
    env,
    needs,
  });
}

/** What is the same however it is driven. */
async function buildStart(
  options: AgentOptions,
  settings: AgentSettings,
  request: OwnScreenRequest,
): Promise<CodexStart> {
  const { session, paths, env } = request;
  const home = env["HOME"];
  const persons = home === undefined ? null : join(home, ".codex");
  const logins = persons === null ? {} : { "auth.json": join(persons, "auth.json") };
  const folder = makeOwnFolder({ sessions: options.sessions, session, tools: paths.tools, agent: NAME, logins });
  // Its own copy of the person's settings: providers and models are theirs to choose.
  const own = persons === null ? "" : readSettings(persons);
  replaceFile(join(folder.path, "config.toml"), addTrust(own, [options.checkout, paths.workspace]));
  return {
    folder,
    ...buildCommand(options, settings, NAME, request),
    settings: [...QUIET.flatMap((setting) => ["-c", setting]), ...listModelOptions(settings)],
    env: { CODEX_HOME: folder.seenAt },
    needs: { writable: [folder.path], readable: folder.logins },
  };
}

const listModelOptions = ({ model }: AgentSettings): readonly string[] =>
  model === null ? [] : ["-c", `model=${JSON.stringify(model)}`];

/** Its screen asks about folders that it does not know; a worktree goes by the root of its repository. */
function addTrust(settings: string, folders: readonly string[]): string {
  const tables = folders.map((folder) => `[projects.${JSON.stringify(folder)}]`);
  const missing = tables.filter((table, at) => !settings.includes(table) && tables.indexOf(table) === at);
  return [settings, ...missing.map((table) => `${table}\ntrust_level = "trusted"`)].join("\n");
}

function readSettings(folder: string): string {
  const file = join(folder, "config.toml");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const QUIET = ["check_for_update_on_startup=false", "analytics.enabled=false", "feedback.enabled=false", "notify=[]"];
