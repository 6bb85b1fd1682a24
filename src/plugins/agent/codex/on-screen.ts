/** Codex on its own screen (`drive: terminal`): its hooks are those of Claude Code, kept in a file of its folder. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { Memory } from "../shared/conversation/memory.ts";
import type { MadeFolder } from "../shared/own-folder.ts";
import { hasRules, type Permissions } from "../shared/permission.ts";
import { createHookSettings } from "../shared/terminal/hooks.ts";
import { TERM } from "../shared/protocol-agent.ts";
import { formatHooksFile, NO_RULES } from "../shared/terminal/terminal-agent.ts";

export type CodexStart = {
  /** Its own settings and conversations. */
  readonly folder: MadeFolder;
  readonly program: string;
  readonly args: readonly string[];
  readonly settings: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly needs: NonNullable<DialectLaunch["needs"]>;
};

const NEVER_ASKS =
  "on its own screen (`drive: terminal`) codex asks nobody for leave: choose `turns`, or write `permissions: auto`";

export function explainNotOnScreen(permissions: Permissions): string | null {
  if (hasRules(permissions)) return NO_RULES;
  return permissions.mode === "ask" ? NEVER_ASKS : null;
}

export async function launchCodexScreen(
  { folder, program, args, settings, env, needs }: CodexStart,
  { turn, text }: TurnRequest,
  { conversation }: Memory,
): Promise<SlotResult<DialectLaunch>> {
  mkdirSync(dirname(formatHooksFile(folder.path, turn)), { recursive: true, mode: 0o700 });
  const hooks = createHookSettings(formatHooksFile(folder.seenAt, turn));
  replaceFile(join(folder.path, "hooks.json"), JSON.stringify({ hooks }));
  const manners = ["-s", "danger-full-access", "-a", "never"];
  const resumed = conversation === null ? [] : ["resume", conversation];
  return ok({
    argv: [program, ...args, "--no-daemon", "--dangerously-bypass-hook-trust", ...manners, ...settings, ...resumed],
    stdin: text,
    takesFrames: true,
    env: { ...env, ...TERM },
    needs,
  });
}
