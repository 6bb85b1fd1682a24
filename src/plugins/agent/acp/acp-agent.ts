/**
 * Any tool that speaks the Agent Client Protocol: one process a turn, JSON-RPC on stdio. The conversation goes on by
 * `session/load` where the tool has it; where it has not, a new one begins with what was said last.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentPlugin, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { Dialect, DialectLaunch } from "../shared/dialect.ts";
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
import { listenToAcp } from "./listen.ts";
import type { Profile } from "./profiles.ts";

export function acpAgent(options: AgentOptions & { readonly profile: Profile }): AgentPlugin {
  const { profile } = options;
  const parsed = parseAgentSettings(options.settings, options.permissions ?? "auto");
  const settings = parsed.ok ? parsed.settings : noSettings;
  const screenBy = (resumes: readonly string[]) => async (request: OwnScreenRequest, conversation: string) => {
    const { program, args, env, needs } = startOf(options, settings, request);
    return ok({ argv: [program, ...args, ...resumes, conversation] as const, env, needs });
  };
  const dialect: Dialect = {
    name: profile.name,
    program: programIn(parsed, profile.argv[0]),
    isToldOfAgentsFile: profile.isToldOfAgentsFile ?? false,
    launch: async (request) =>
      parsed.ok ? launchOf(options, settings, request) : failed("refused", notStarted(parsed.problem)),
    listen: (turn) => listenToAcp(turn, settings, profile.mode ?? null),
    limitRestsMs: settings.limitRestsMs,
    ...(profile.resumes === undefined ? {} : { screen: screenBy(profile.resumes) }),
  };
  return protocolAgent({ ...options, dialect });
}

/** What is the same for a turn and for its own screen. */
function startOf(
  { profile, checkout }: Parameters<typeof acpAgent>[0],
  { command }: AgentSettings,
  { workspacePath, env }: OwnScreenRequest,
) {
  const home = env["HOME"];
  const [name, ...args] = command ?? [profile.argv[0]];
  const folders = home === undefined ? [] : profile.folders.map((folder) => join(home, folder));
  // A sandbox can only let it write where something is.
  for (const folder of folders) if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const program = programOf(name, { workspace: workspacePath, checkout, home });
  return { program, args, env: profile.env, needs: { writable: folders, readable: [] } };
}

function launchOf(
  options: Parameters<typeof acpAgent>[0],
  settings: AgentSettings,
  request: TurnRequest,
): SlotResult<DialectLaunch> {
  const { program, args, env, needs } = startOf(options, settings, request);
  const [, ...speaking] = options.profile.argv;
  return ok({
    argv: [program, ...args, ...speaking],
    stdin: lineOf({
      ...{ jsonrpc: "2.0", id: "initialize", method: "initialize" },
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: "agent-orchestrator", version: "1" },
      },
    }),
    takesFrames: true,
    env,
    needs,
  });
}
