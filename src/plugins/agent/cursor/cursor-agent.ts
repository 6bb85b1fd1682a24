/**
 * Cursor's agent in print mode: one process a turn, its output stream-JSON, its conversation resumed by `--resume`. It
 * takes no words while it works and asks nobody: `--force` lets it do what its sandbox allows.
 */
import { join } from "node:path";
import type { AgentPlugin } from "../../../slots/agent.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import type { Dialect } from "../shared/dialect.ts";
import { noSettings, notStarted, parseAgentSettings, programIn } from "../shared/parse-agent-settings.ts";
import { programOf } from "../shared/program.ts";
import { protocolAgent } from "../shared/protocol-agent.ts";
import { listenToCursor } from "./listen.ts";

/** What reaches it of the daemon's environment. */
export const ENVIRONMENT = ["CURSOR_API_KEY", "CURSOR_API_ENDPOINT"] as const;

export function cursorAgent(options: AgentOptions): AgentPlugin {
  const parsed = parseAgentSettings(options.settings, options.permissions ?? "auto");
  const settings = parsed.ok ? parsed.settings : noSettings;
  const dialect: Dialect = {
    name: "cursor",
    program: programIn(parsed, "cursor-agent"),
    launch: async ({ workspacePath, env, text }, { conversation }) => {
      if (!parsed.ok) return failed("refused", notStarted(parsed.problem));
      const home = env["HOME"];
      const [name, ...args] = settings.command ?? ["cursor-agent"];
      const force = settings.permissions.mode === "auto" ? ["--force"] : [];
      const model = settings.model === null ? [] : ["--model", settings.model];
      const resume = conversation === null ? [] : ["--resume", conversation];
      return ok({
        argv: [
          programOf(name, { workspace: workspacePath, checkout: options.checkout, home }),
          ...[...args, "--print", "--output-format", "stream-json", ...force, ...model, ...resume, "--", text],
        ],
        stdin: "",
        takesFrames: false,
        env: {},
        needs: { writable: home === undefined ? [] : [join(home, ".cursor")], readable: [] },
      });
    },
    listen: listenToCursor,
    limitRestsMs: settings.limitRestsMs,
  };
  return protocolAgent({ ...options, dialect });
}
