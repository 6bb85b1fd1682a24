/** Every plugin that is built in, by the name that settings and sessions know it by: one line each. */
import type { AgentPlugin } from "../slots/agent.ts";
import { acpAgent } from "./agent/acp/acp-agent.ts";
import { PROFILES, profileOf } from "./agent/acp/profiles.ts";
import { aiderAgent, ENVIRONMENT as forAider } from "./agent/aider/aider-agent.ts";
import { cursorAgent, ENVIRONMENT as forCursor } from "./agent/cursor/cursor-agent.ts";
import { claudeCodeAgent, ENVIRONMENT as forClaude } from "./agent/claude-code/claude-code-agent.ts";
import { codexAgent, ENVIRONMENT as forCodex } from "./agent/codex/codex-agent.ts";
import type { AgentOptions } from "./agent/shared/agent-options.ts";
import { commandAgent } from "./agent/command/command-agent.ts";
import { commandHook } from "./hook/command/command-hook.ts";
import { moduleHook } from "./hook/module/module-hook.ts";
import { githubForge } from "./github/github-forge.ts";
import { gitlabForge } from "./gitlab/gitlab-forge.ts";
import { localForge } from "./local/local-forge.ts";
import { composioNotifier } from "./notifier/composio/composio-notifier.ts";
import { desktopNotifier } from "./notifier/desktop/desktop-notifier.ts";
import { discordNotifier } from "./notifier/discord/discord-notifier.ts";
import { openclawNotifier } from "./notifier/openclaw/openclaw-notifier.ts";
import { slackNotifier } from "./notifier/slack/slack-notifier.ts";
import { telegramNotifier } from "./notifier/telegram/telegram-notifier.ts";
import { webhookNotifier } from "./notifier/webhook/webhook-notifier.ts";
import { processRuntime } from "./runtime/process/process-runtime.ts";
import { tmuxRuntime } from "./runtime/tmux/tmux-runtime.ts";
import { gitlabTracker } from "./gitlab/issues/gitlab-tracker.ts";
import { jiraTracker } from "./tracker/jira/jira-tracker.ts";
import { linearTracker } from "./tracker/linear/linear-tracker.ts";
import type { MadeTracker, TrackerOptions } from "./remote/tracker-options.ts";
import { cloneWorkspace } from "./workspace/clone/index.ts";
import { worktreeWorkspace } from "./workspace/worktree/index.ts";

export const runtimes = {
  process: processRuntime,
  tmux: tmuxRuntime,
} as const;

/** `environment`: names of variables that reach this agent and no other. */
type AgentMaker = {
  readonly make: (options: AgentOptions) => AgentPlugin;
  readonly environment: readonly string[];
};

const agents: Readonly<Record<string, AgentMaker>> = {
  command: { make: commandAgent, environment: [] },
  "claude-code": { make: claudeCodeAgent, environment: forClaude },
  codex: { make: codexAgent, environment: forCodex },
  cursor: { make: cursorAgent, environment: forCursor },
  aider: { make: aiderAgent, environment: forAider },
};

/** Beside those: the tools that speak ACP, by their names or as `acp:<command>`. */
export function agentNamed(name: string): AgentMaker | undefined {
  const profile = profileOf(name);
  if (profile === null) return agents[name];
  return { make: (options) => acpAgent({ ...options, profile }), environment: profile.environment };
}

/** Of all agents that are known by name. */
export const agentVariables: readonly string[] = [
  ...new Set([
    ...Object.values(agents).flatMap(({ environment }) => environment),
    ...PROFILES.flatMap(({ environment }) => environment),
  ]),
];

export const workspaces = {
  worktree: worktreeWorkspace,
  clone: cloneWorkspace,
} as const;

export const forges = {
  local: localForge,
  github: githubForge,
  gitlab: gitlabForge,
} as const;

/** Trackers that hold no changes; a forge brings its own. */
export const trackers: Readonly<Record<string, (options: TrackerOptions) => MadeTracker>> = {
  linear: linearTracker,
  jira: jiraTracker,
  gitlab: gitlabTracker,
};

export const notifiers = {
  desktop: desktopNotifier,
  slack: slackNotifier,
  discord: discordNotifier,
  telegram: telegramNotifier,
  webhook: webhookNotifier,
  composio: composioNotifier,
  openclaw: openclawNotifier,
} as const;

export const hooks = {
  command: commandHook,
  module: moduleHook,
} as const;
