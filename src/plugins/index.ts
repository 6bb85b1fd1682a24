/** Every plugin that is built in, by the name that settings and sessions know it by: one line each. */
import { commandAgent } from "./agent/command/command-agent.ts";
import { localForge } from "./local/local-forge.ts";
import { processRuntime } from "./runtime/process/process-runtime.ts";
import { tmuxRuntime } from "./runtime/tmux/tmux-runtime.ts";
import { cloneWorkspace } from "./workspace/clone/index.ts";
import { worktreeWorkspace } from "./workspace/worktree/index.ts";

export const runtimes = {
  process: processRuntime,
  tmux: tmuxRuntime,
} as const;

/** `environment`: names of variables that reach this agent and no other. */
export const agents = {
  command: { make: commandAgent, environment: [] },
} as const;

export const workspaces = {
  worktree: worktreeWorkspace,
  clone: cloneWorkspace,
} as const;

export const forges = {
  local: localForge,
} as const;
