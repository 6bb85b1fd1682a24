/** Every plugin that settings can name, slot by slot. `plugins/plugin-names.test.ts` holds it against what is built in. */
import { findMeant, nearest } from "../lib/nearest.ts";
import { knownAgents } from "./first-run/known-agents.ts";

export const pluginNames = {
  agent: [...knownAgents.map(({ name }) => name), "goose", "qwen", "kilo", "command"],
  runtime: ["tmux", "process"],
  workspace: ["clone", "worktree"],
  terminal: ["web", "tmux", "iterm2"],
  tracker: ["local", "github", "gitlab", "linear", "jira"],
  scm: ["local", "github", "gitlab"],
  notifier: ["desktop", "slack", "discord", "telegram", "webhook", "composio", "openclaw"],
  sandbox: ["auto", "bubblewrap", "seatbelt", "none"],
} as const satisfies Record<string, readonly string[]>;

export type PluginSlot = keyof typeof pluginNames;

/** Names that are part of the settings already and have no plugin behind them yet. */
const PLANNED: Readonly<Partial<Record<PluginSlot, readonly string[]>>> = { runtime: ["docker", "kubernetes", "ssh"] };

/** What a name means in a setting beside plugins: `runtime: auto`, browsers as a notifier, and any ACP agent. */
const OTHER_WORDS: Readonly<Partial<Record<PluginSlot, RegExp>>> = {
  agent: /^acp:\s*\S/,
  runtime: /^auto$/,
  notifier: /^push$/,
};

export const isPluginName = (slot: PluginSlot, name: string): boolean =>
  pluginNames[slot].some((known) => known === name) || OTHER_WORDS[slot]?.test(name) === true;

/** Why a name cannot be used, and which can: `runtime docker is not available yet; use tmux or process`. */
export function describeUnknownPlugin(slot: PluginSlot, name: string): string {
  if (PLANNED[slot]?.includes(name) === true)
    return `${slot} ${name} is not available yet; use ${either(pluginNames[slot])}`;
  const meant = findMeant(name.slice(0, NAME_MAX), pluginNames[slot]);
  if (meant.length > 0) return `unknown ${slot} ${name}; did you mean ${either(meant)}?`;
  return `unknown ${slot} ${name}; use ${either(pluginNames[slot])}`;
}

/** The name that was mistyped; null: it is like none of them. */
export const meantPlugin = (slot: PluginSlot, name: string): string | null =>
  PLANNED[slot]?.includes(name) === true ? null : nearest(name.slice(0, NAME_MAX), pluginNames[slot]);

/** Comparing takes longer than linear time; no name of ours is as long. */
const NAME_MAX = 64;

function either(names: readonly string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}
