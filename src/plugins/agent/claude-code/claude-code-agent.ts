/**
 * Claude Code, one process a turn, spoken to in stream-JSON both ways: its message on stdin, answers to its questions
 * while it works, its end by closing stdin. Between turns there is no process; `--resume` finds the conversation again.
 */
import { join } from "node:path";
import type { AgentPlugin, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { Memory } from "../shared/conversation/memory.ts";
import { makeOwnFolder } from "../shared/own-folder.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { hasRules } from "../shared/permission.ts";
import { NO_RULES } from "../shared/terminal/terminal-agent.ts";
import { buildCommand, createToolAgent, type Speech } from "../shared/tool-agent.ts";
import { deriveTurnUuid } from "../shared/conversation/uuid.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import { listenToClaude, createUserMessage } from "./listen.ts";
import { launchClaudeScreen, type ClaudeStart } from "./on-screen.ts";

export const NAME = "claude-code";
const PROGRAM = "claude";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_MODEL",
  "ANTHROPIC_SMALL_FAST_MODEL",
  "ANTHROPIC_CUSTOM_HEADERS",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_MAX_RETRIES",
] as const;

const LOGINS = {
  variables: [
    ...["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
    ...["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"],
  ],
  file: ".claude/.credentials.json",
};

export function createClaudeCodeAgent(options: AgentOptions): AgentPlugin {
  const speaks = (settings: AgentSettings): Speech => ({
    launch: async (request, memory) => prepareLaunch(options, settings, request, memory),
    listen: (turn) => listenToClaude(turn, settings.permissions),
    launchOnScreen: async (request, memory) =>
      launchClaudeScreen(buildStart(options, settings, request), settings, {
        ...request,
        conversation: listIdentityOptions(request, memory),
      }),
    screen: async (request, conversation) => {
      const { program, args, model, env, needs } = buildStart(options, settings, request);
      const asks = ["--permission-mode", "default", "--setting-sources", "user", "--strict-mcp-config"];
      return ok({ argv: [program, ...args, ...asks, ...model, "--resume", conversation], env, needs });
    },
    problem: settings.drive === "terminal" && hasRules(settings.permissions) ? NO_RULES : null,
    logins: LOGINS,
    isToldOfAgentsFile: true,
  });
  return createToolAgent(options, { name: NAME, program: PROGRAM, speaks });
}

function prepareLaunch(
  options: AgentOptions,
  settings: AgentSettings,
  request: TurnRequest,
  memory: Memory,
): SlotResult<DialectLaunch> {
  const { turn } = request;
  const { program, args, model, ...start } = buildStart(options, settings, request);
  return ok({
    argv: [program, ...args, ...PROTOCOL, ...model, ...listIdentityOptions(request, memory)],
    stdin: [initialize(turn), createUserMessage(deriveTurnUuid(request.message), request.text)]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
    takesFrames: true,
    env: start.env,
    needs: start.needs,
  });
}

const listIdentityOptions = ({ turn }: TurnRequest, { conversation }: Memory): readonly string[] =>
  conversation === null ? ["--session-id", deriveTurnUuid(turn)] : ["--resume", conversation];

/** What is the same however it is driven. */
function buildStart(options: AgentOptions, settings: AgentSettings, request: OwnScreenRequest): ClaudeStart {
  const { paths, env, session } = request;
  const home = env["HOME"];
  const folder = makeOwnFolder({
    ...{ sessions: options.sessions, session, tools: paths.tools, agent: NAME },
    seeds: { ".claude.json": JSON.stringify(buildSeed([options.checkout, paths.workspace], env["ANTHROPIC_API_KEY"])) },
    logins: home === undefined ? {} : { ".credentials.json": join(home, ".claude/.credentials.json") },
  });
  return {
    folder,
    ...buildCommand(options, settings, PROGRAM, request),
    model: settings.model === null ? [] : ["--model", settings.model],
    env: { ...QUIET, CLAUDE_CONFIG_DIR: folder.seenAt },
    needs: { writable: [folder.path], readable: folder.logins },
  };
}

/** `default` asks about everything; who answers is our policy's business. Servers and hooks of the repository stay off. */
const PROTOCOL = [
  "-p",
  ...["--output-format", "stream-json", "--input-format", "stream-json", "--verbose", "--replay-user-messages"],
  ...["--permission-prompt-tool", "stdio", "--permission-mode", "default"],
  ...["--strict-mcp-config", "--settings", JSON.stringify({ disableAllHooks: true, includeCoAuthoredBy: false })],
];

const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
};

const initialize = (turn: string) => ({
  type: "control_request",
  request_id: `${turn}.initialize`,
  request: { subtype: "initialize", hooks: {} },
});

/** Trust of a worktree is looked up under the root of its repository. A key is known by its end. */
const buildSeed = (trusted: readonly string[], key: string | undefined) => ({
  hasCompletedOnboarding: true,
  theme: "dark",
  ...(key === undefined ? {} : { customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] } }),
  projects: Object.fromEntries(trusted.map((path) => [path, { hasTrustDialogAccepted: true }])),
});
