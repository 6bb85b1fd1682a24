/**
 * Any tool that speaks the Agent Client Protocol: one process a turn, JSON-RPC on stdio. The conversation goes on by
 * `session/load` where the tool has it; where it has not, a new one begins with what was said last.
 */
import type { AgentPlugin, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { makeOwnCopies } from "../shared/own-folder.ts";
import { formatMessageLine } from "../shared/rpc.ts";
import { buildCommand, createToolAgent, type Speech } from "../shared/tool-agent.ts";
import { listenToAcp } from "./listen.ts";
import { createRequest as requestTo } from "./messages.ts";
import type { Profile } from "./profiles.ts";

type AcpOptions = AgentOptions & { readonly profile: Profile };

export function createAcpAgent(options: AcpOptions): AgentPlugin {
  const { name, argv, resumes, isToldOfAgentsFile = false } = options.profile;
  const screenBy = (settings: AgentSettings, words: readonly string[]): NonNullable<Speech["screen"]> => {
    return async (request, conversation) => {
      const { program, args, env, needs } = buildStart(options, settings, request);
      return ok({ argv: [program, ...args, ...words, conversation], env, needs });
    };
  };
  const speaks = (settings: AgentSettings): Speech => ({
    launch: async (request) => prepareLaunch(options, settings, request),
    listen: (turn) => listenToAcp(turn, settings, options.profile),
    isToldOfAgentsFile,
    ...(resumes === undefined ? {} : { screen: screenBy(settings, resumes) }),
  });
  return createToolAgent(options, { name, program: argv[0], speaks });
}

/** What is the same for a turn and for its own screen. */
function buildStart(options: AcpOptions, settings: AgentSettings, request: OwnScreenRequest) {
  const { profile } = options;
  const { session, env } = request;
  const own = { sessions: options.sessions, session, agent: profile.name };
  const copies = makeOwnCopies({ ...own, home: env["HOME"], folders: profile.folders });
  const command = buildCommand(options, settings, profile.argv[0], request);
  return { ...command, env: profile.env, needs: { writable: [], readable: [], copies } };
}

function prepareLaunch(options: AcpOptions, settings: AgentSettings, request: TurnRequest): SlotResult<DialectLaunch> {
  const { program, args, env, needs } = buildStart(options, settings, request);
  const [, ...speaking] = options.profile.argv;
  return ok({
    argv: [program, ...args, ...speaking],
    stdin: formatMessageLine(
      requestTo("initialize", "initialize", {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: "agent-orchestrator", version: "1" },
      }),
    ),
    takesFrames: true,
    env,
    needs,
  });
}
