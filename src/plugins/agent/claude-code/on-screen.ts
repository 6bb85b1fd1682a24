/** Claude Code on its own screen (`drive: terminal`): nothing but its hooks tells what it does. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { MadeFolder } from "../shared/own-folder.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { createHookSettings } from "../shared/terminal/hooks.ts";
import { TERM } from "../shared/protocol-agent.ts";
import { formatHooksFile } from "../shared/terminal/terminal-agent.ts";

export type ClaudeStart = {
  /** Its own settings and conversations. */
  readonly folder: MadeFolder;
  readonly program: string;
  readonly args: readonly string[];
  readonly model: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly needs: NonNullable<DialectLaunch["needs"]>;
};

const ALLOWED = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } };

export function launchClaudeScreen(
  { folder, program, args, model, env, needs }: ClaudeStart,
  { permissions }: AgentSettings,
  { turn, text, conversation }: TurnRequest & { readonly conversation: readonly string[] },
): SlotResult<DialectLaunch> {
  const { mode } = permissions;
  mkdirSync(dirname(formatHooksFile(folder.path, turn)), { recursive: true, mode: 0o700 });
  const hooks = createHookSettings(
    formatHooksFile(folder.seenAt, turn),
    mode === "auto" ? { PreToolUse: ALLOWED } : {},
  );
  const settings = JSON.stringify({ hooks, includeCoAuthoredBy: false });
  return ok({
    // Its own `auto` asks a server.
    argv: [
      program,
      ...args,
      "--permission-mode",
      "default",
      "--setting-sources",
      "user",
      "--strict-mcp-config",
      "--settings",
      settings,
      ...model,
      ...conversation,
    ],
    stdin: text,
    takesFrames: true,
    env: { ...env, ...TERM },
    needs,
  });
}
