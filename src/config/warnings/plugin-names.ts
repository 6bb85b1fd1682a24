/** Every plugin that settings can name, slot by slot, as the list of plugins has them. */
import { findMeant, findNearest } from "../../lib/text/nearest.ts";
import { findPlugin, pluginsWith, type Filling } from "../../plugins/find-plugin.ts";
import { builtIn } from "../../plugins/index.ts";
import type { Plugin } from "../../plugins/plugin.ts";

/** Those that are called by any words that match have no name of their own. */
const listNames = (...slots: readonly (keyof Plugin)[]): readonly string[] =>
  builtIn
    .filter((plugin) => plugin.words === undefined && slots.some((slot) => plugin[slot] !== undefined))
    .map(({ name }) => name);

export const pluginNames = {
  agent: listNames("agent"),
  runtime: listNames("runtime"),
  workspace: listNames("workspace"),
  terminal: ["web", "tmux", "iterm2"],
  tracker: listNames("ownForge", "forge", "tracker"),
  scm: listNames("ownForge", "forge"),
  notifier: listNames("notifier"),
  sandbox: ["auto", "bubblewrap", "seatbelt", "none"],
} as const satisfies Record<string, readonly string[]>;

export type PluginSlot = keyof typeof pluginNames;

const firstName = ([first]: readonly string[]): string => first ?? "";

/** What holds where the settings name none. */
export const defaultPlugins = {
  agent: firstName(pluginNames.agent),
  workspace: firstName(pluginNames.workspace),
  notifier: firstName(pluginNames.notifier),
} as const;

/** Names that are part of the settings already and have no plugin behind them yet. */
const PLANNED: Readonly<Partial<Record<PluginSlot, readonly string[]>>> = { runtime: ["docker", "kubernetes", "ssh"] };

/** What a name means in a setting beside plugins: `runtime: auto`, and browsers as a notifier. */
const OTHER_WORDS: Readonly<Partial<Record<PluginSlot, RegExp>>> = {
  runtime: /^auto$/,
  notifier: /^push$/,
};

export const isPluginName = (slot: PluginSlot, name: string): boolean =>
  pluginNames[slot].some((known) => known === name) ||
  OTHER_WORDS[slot]?.test(name) === true ||
  (slot === "agent" && findPlugin("agent", name) !== undefined);

/** All that a setting may say, for people: `acp:<command>` stands for any words that match. */
export const joinNames = (slot: "agent" | "runtime" | "tracker" | "scm" | "notifier"): string =>
  slot === "agent"
    ? pluginsWith("agent")
        .map(({ plugin: { name, words } }) => words?.shown ?? name)
        .join(", ")
    : pluginNames[slot].join(", ");

/** As people call it. */
export const findPluginTitle = (plugin: string): string => builtIn.find(({ name }) => name === plugin)?.title ?? plugin;

/** It makes the secret of its deliveries itself. */
export const makesWebhookSecret = (plugin: string): boolean => findPlugin("webhook", plugin)?.part.makesSecret === true;

/** Whose settings name it so. */
export const pluginCalled = (written: string): string =>
  builtIn.find(({ alsoCalled = [] }) => alsoCalled.includes(written))?.name ?? written;

export const isRemoteForge = (plugin: string): boolean => findPlugin("forge", plugin) !== undefined;

/** That `repo` in the settings leads to: one that says so, else the first that cannot tell. */
export function guessForge(repo: string): string {
  const forges: readonly Filling<"forge">[] = pluginsWith("forge");
  const found =
    forges.find(({ part }) => part.hasRepository?.(repo) === true) ??
    forges.find(({ part }) => part.hasRepository === undefined);
  return found?.plugin.name ?? "";
}

/** Why a name cannot be used, and which can: `runtime docker is not available yet; use tmux or process`. */
export function describeUnknownPlugin(slot: PluginSlot, name: string): string {
  if (PLANNED[slot]?.includes(name) === true)
    return `${slot} ${name} is not available yet; use ${joinAlternatives(pluginNames[slot])}`;
  const meant = findMeant(name.slice(0, NAME_MAX), pluginNames[slot]);
  if (meant.length > 0) return `unknown ${slot} ${name}; did you mean ${joinAlternatives(meant)}?`;
  return `unknown ${slot} ${name}; use ${joinAlternatives(pluginNames[slot])}`;
}

/** The name that was mistyped; null: it is like none of them. */
export const findMeantPlugin = (slot: PluginSlot, name: string): string | null =>
  PLANNED[slot]?.includes(name) === true ? null : findNearest(name.slice(0, NAME_MAX), pluginNames[slot]);

/** Comparing takes longer than linear time; no name of ours is as long. */
const NAME_MAX = 64;

function joinAlternatives(names: readonly string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}
