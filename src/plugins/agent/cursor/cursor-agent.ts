/**
 * Cursor's agent in print mode: one process a turn, its output stream-JSON, its conversation resumed by `--resume`. It
 * takes no words while it works and asks nobody: `--force` lets it do what its sandbox allows.
 */
import type { AgentPlugin } from "../../../slots/agent.ts";
import { ok } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import { makeOwnCopies, type ToolFolders } from "../shared/own-folder.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { buildCommand, createToolAgent, type Speech } from "../shared/tool-agent.ts";
import { listenToCursor } from "./listen.ts";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = ["CURSOR_API_KEY", "CURSOR_API_ENDPOINT"] as const;

const PROGRAM = "cursor-agent";

const FOLDERS: ToolFolders = {
  ".cursor": ["cli-config.json", "mcp.json", "agent-cli-state.json"],
  ".config/cursor": ["auth.json", "cli-config.json"],
};

export function createCursorAgent(options: AgentOptions): AgentPlugin {
  const speaks = (settings: AgentSettings): Speech => ({
    launch: async (request, { conversation }) => {
      const { program, args } = buildCommand(options, settings, PROGRAM, request);
      const home = request.env["HOME"];
      const own = { sessions: options.sessions, session: request.session, agent: "cursor" };
      const force = settings.permissions.mode === "auto" ? ["--force"] : [];
      const model = settings.model === null ? [] : ["--model", settings.model];
      const resume = conversation === null ? [] : ["--resume", conversation];
      const manners = ["--print", "--output-format", "stream-json"];
      return ok({
        argv: [program, ...args, ...manners, ...force, ...model, ...resume, "--", request.text],
        stdin: "",
        takesFrames: false,
        env: {},
        needs: { writable: [], readable: [], copies: makeOwnCopies({ ...own, home, folders: FOLDERS }) },
      });
    },
    listen: listenToCursor,
    tellsNoMoney: true,
  });
  return createToolAgent(options, { name: "cursor", program: PROGRAM, speaks });
}
