/**
 * Aider, one run a turn with its message in a file. It remembers by its own history file, which lies in a folder of the
 * session. It commits by itself, under the session's name, because it is told to leave authors alone.
 */
import { join } from "node:path";
import type { AgentPlugin } from "../../../slots/agent.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { Dialect } from "../shared/dialect.ts";
import { ownFolder } from "../shared/own-folder.ts";
import { noSettings, notStarted, parseAgentSettings, programIn } from "../shared/parse-agent-settings.ts";
import { programOf } from "../shared/program.ts";
import { protocolAgent } from "../shared/protocol-agent.ts";
import { listenToAider } from "./listen.ts";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = [
  ...["OPENAI_API_KEY", "OPENAI_API_BASE", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "GEMINI_API_KEY"],
  ...["DEEPSEEK_API_KEY", "OPENROUTER_API_KEY", "AIDER_MODEL"],
] as const;

export function aiderAgent(options: AgentOptions): AgentPlugin {
  const parsed = parseAgentSettings(options.settings, options.permissions ?? "auto");
  const settings = parsed.ok ? parsed.settings : noSettings;
  const dialect: Dialect = {
    name: "aider",
    program: programIn(parsed, "aider"),
    isToldOfAgentsFile: true,
    launch: async ({ session, turn, workspacePath, env, text }) => {
      if (!parsed.ok) return failed("refused", notStarted(parsed.problem));
      const folder = ownFolder({ sessions: options.sessions, session, agent: "aider" });
      const [name, ...args] = settings.command ?? ["aider"];
      const where = { workspace: workspacePath, checkout: options.checkout, home: env["HOME"] };
      const history = ["chat", "input"].flatMap((kind) => [
        `--${kind}-history-file`,
        join(folder.path, `${kind}.history`),
      ]);
      const model = settings.model === null ? [] : ["--model", settings.model];
      return ok({
        argv: [
          programOf(name, where),
          ...[...args, ...MANNERS, ...history, ...model, "--message-file", join(options.turns, turn, "in")],
        ],
        stdin: text,
        takesFrames: false,
        env: {},
        needs: { writable: [folder.path], readable: [] },
      });
    },
    listen: listenToAider,
    limitRestsMs: settings.limitRestsMs,
  };
  return protocolAgent({ ...options, dialect });
}

const MANNERS = [
  ...["--yes-always", "--no-pretty", "--no-stream", "--no-check-update", "--no-show-release-notes"],
  ...["--analytics-disable", "--restore-chat-history", "--no-gitignore"],
  ...["--no-attribute-author", "--no-attribute-committer"],
];
