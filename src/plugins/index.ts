/** Every plugin that is built in, one line each. Of those that fill a slot, the first is its default. */
import { aider } from "./agent/aider/plugin.ts";
import { anyAcp, copilot, gemini, goose, kilo, kimi, opencode, qwen } from "./agent/acp/plugin.ts";
import { claudeCode } from "./agent/claude-code/plugin.ts";
import { codex } from "./agent/codex/plugin.ts";
import { command } from "./agent/command/plugin.ts";
import { cursor } from "./agent/cursor/plugin.ts";
import { github } from "./github/plugin.ts";
import { gitlab } from "./gitlab/plugin.ts";
import { commandHooks } from "./hook/command/plugin.ts";
import { moduleHooks } from "./hook/module/plugin.ts";
import { local } from "./local/plugin.ts";
import { composio } from "./notifier/composio/plugin.ts";
import { desktop } from "./notifier/desktop/plugin.ts";
import { discord } from "./notifier/discord/plugin.ts";
import { openclaw } from "./notifier/openclaw/plugin.ts";
import { slack } from "./notifier/slack/plugin.ts";
import { telegram } from "./notifier/telegram/plugin.ts";
import { webhook } from "./notifier/webhook/plugin.ts";
import type { Plugin } from "./plugin.ts";
import { processes } from "./runtime/process/plugin.ts";
import { tmux } from "./runtime/tmux/plugin.ts";
import { jira } from "./tracker/jira/plugin.ts";
import { linear } from "./tracker/linear/plugin.ts";
import { clone } from "./workspace/clone/plugin.ts";
import { worktree } from "./workspace/worktree/plugin.ts";

export const builtIn: readonly Plugin[] = [
  local,
  github,
  gitlab,
  linear,
  jira,
  claudeCode,
  codex,
  opencode,
  gemini,
  aider,
  cursor,
  copilot,
  kimi,
  goose,
  qwen,
  kilo,
  anyAcp,
  command,
  tmux,
  processes,
  clone,
  worktree,
  desktop,
  slack,
  discord,
  telegram,
  webhook,
  composio,
  openclaw,
  commandHooks,
  moduleHooks,
];
