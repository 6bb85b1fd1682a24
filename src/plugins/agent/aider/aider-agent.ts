/**
 * Aider, one run a turn with its message in a file. It remembers by its own history file, which lies in a folder of the
 * session. It commits by itself, under the session's name, because it is told to leave authors alone.
 */
import { join } from "node:path";
import { nameTurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import { ok } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import { makeOwnFolder } from "../shared/own-folder.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { buildCommand, createToolAgent, type Speech } from "../shared/tool-agent.ts";
import { listenToAider } from "./listen.ts";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = [
  ...["OPENAI_API_KEY", "OPENAI_API_BASE", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "GEMINI_API_KEY"],
  ...["DEEPSEEK_API_KEY", "OPENROUTER_API_KEY", "AIDER_MODEL"],
] as const;

const NAME = "aider";

/** Its settings and keys in the person's home. */
const OWN_FILES = [
  ...[".aider.conf.yml", ".aider.model.settings.yml", ".aider.model.metadata.json", ".aider/oauth-keys.env"],
];

export function createAiderAgent(options: AgentOptions): AgentPlugin {
  const speaks = (settings: AgentSettings): Speech => ({
    launch: async (request) => {
      const { session, paths, text } = request;
      const home = request.env["HOME"];
      const folder = makeOwnFolder({ sessions: options.sessions, session, tools: paths.tools, agent: NAME });
      const { program, args } = buildCommand(options, settings, NAME, request);
      const history = ["chat", "input"].flatMap((kind) => [
        `--${kind}-history-file`,
        join(folder.seenAt, `${kind}.history`),
      ]);
      const model = settings.model === null ? [] : ["--model", settings.model];
      const message = ["--message-file", nameTurnFiles(paths.turn).in];
      return ok({
        argv: [program, ...args, ...MANNERS, ...history, ...model, ...message],
        stdin: text,
        takesFrames: false,
        env: {},
        needs: {
          writable: [folder.path],
          readable: home === undefined ? [] : OWN_FILES.map((name) => join(home, name)),
        },
      });
    },
    listen: listenToAider,
    isToldOfAgentsFile: true,
  });
  return createToolAgent(options, { name: NAME, program: NAME, speaks });
}

const MANNERS = [
  ...["--yes-always", "--no-pretty", "--no-stream", "--no-check-update", "--no-show-release-notes"],
  ...["--analytics-disable", "--restore-chat-history", "--no-gitignore"],
  ...["--no-attribute-author", "--no-attribute-committer"],
];
