/** What the daemon needs to know of one project beyond its rules: where it is, and which plugins serve it. Nothing is optional. */
import { fullNetwork, type NetworkAccess } from "../../lib/network/network-access.ts";
import { hookNames, type HookName } from "../../slots/hook.ts";
import { noForgeSettings, type ForgeChoice } from "../shape/forge-shape.ts";
import {
  listConfigFiles,
  overlay,
  getOwnSettings,
  listProjectLayers,
  resolveSpecialistSettings,
  type ConfigLayers,
} from "../layers.ts";
import type {
  CheckSettings,
  DefaultsSettings,
  HookSettings,
  HooksSettings,
  LimitsSettings,
  ProjectOwnSettings,
  SandboxBlock,
} from "../shape/project-shape.ts";
import {
  builtInDiskBytes,
  builtInHandoverAt,
  builtInProcesses,
  builtInReactions,
  builtInReservationBytes,
} from "./built-in.ts";
import { isOwnForge, ownForge } from "../own-forge.ts";
import { defaultPlugins, guessForge, isRemoteForge } from "../warnings/plugin-names.ts";
import { mergeReaction } from "./resolve-reactions.ts";
import type { SpecialistSettings } from "../shape/shape.ts";
import type { PluginChoice } from "../shape/value-shapes.ts";

export type ProjectSettings = {
  readonly repo: string | null;
  readonly path: string | null;
  readonly defaultBranch: string | null;
  readonly sessionPrefix: string;
  readonly runtime: PluginChoice;
  /** Its settings are those of `agentConfig`. */
  readonly agent: PluginChoice;
  /** The agents of the fleet, by the specialists' names. */
  readonly specialists: readonly Specialist[];
  readonly workspace: PluginChoice;
  readonly terminal: PluginChoice;
  readonly tracker: ForgeChoice;
  readonly scm: ForgeChoice;
  readonly notifiers: readonly string[];
  readonly checks: Readonly<Record<string, CheckSettings>>;
  readonly setup: readonly (string | readonly string[])[];
  readonly setupKey: readonly string[];
  readonly cache: readonly string[];
  /** Which one, and what it opens beside what every program finds in it. */
  readonly sandbox: { readonly use: string; readonly read: readonly string[]; readonly write: readonly string[] };
  /** For set-up commands, checks, and agents that are no specialists with a choice of their own. */
  readonly network: NetworkAccess;
  /** Of turns, set-up commands and checks. */
  readonly limits: AgentLimits;
  readonly copy: readonly string[];
  readonly symlinks: readonly string[];
  readonly agentRules: string | null;
  readonly branchTemplate: string;
  readonly workspaceRoot: string | null;
  readonly autoCommit: boolean;
  readonly handoverAt: number;
  readonly push: "never" | "after-landing";
  readonly triageAuto: boolean;
  readonly deleteAfter: boolean;
  readonly hooks: Readonly<Record<HookName, readonly HookSettings[]>>;
};

export type Specialist = {
  readonly id: string;
  readonly agent: PluginChoice;
  readonly network: NetworkAccess;
  readonly limits: AgentLimits;
};

/** What one agent may take of the machine. */
export type AgentLimits = {
  /** Null: it depends on how much the machine has. */
  readonly memoryBytes: number | null;
  readonly processes: number;
  /** Of the workspace, with the session's repository, logs and conversation. */
  readonly diskBytes: number;
  readonly reservationBytes: number;
};

export function resolveProject(layers: ConfigLayers): ProjectSettings {
  const own = getOwnSettings(layers);
  const said = listProjectLayers(layers).reduce<DefaultsSettings>(overlay, {});
  return {
    repo: own.repo ?? null,
    path: own.path ?? null,
    defaultBranch: own.defaultBranch ?? null,
    sessionPrefix: own.sessionPrefix ?? layers.project,
    ...resolvePlugins(layers, said),
    ...resolveWorkspace(layers, said),
    notifiers: said.notifiers ?? [defaultPlugins.notifier],
    ...resolveHabits(said),
    push: said.push ?? "never",
    triageAuto: said.triage?.auto ?? false,
    deleteAfter:
      mergeReaction(layers, "approved-and-green").deleteAfter ?? builtInReactions["approved-and-green"].deleteAfter,
    hooks: resolveHooks(layers),
  };
}

function resolveHabits(said: DefaultsSettings): Pick<ProjectSettings, "agentRules" | "autoCommit" | "handoverAt"> {
  return {
    agentRules: said.agentRules ?? null,
    autoCommit: said.autoCommit ?? false,
    handoverAt: said.handoverAt ?? builtInHandoverAt,
  };
}

const choosePlugin = (plugin: string): PluginChoice => ({ plugin, settings: {} });

/** A tracker that holds changes too. */
const isForge = (plugin: string): boolean => isOwnForge(plugin) || isRemoteForge(plugin);

type Plugins = Pick<
  ProjectSettings,
  "runtime" | "agent" | "specialists" | "workspace" | "terminal" | "tracker" | "scm"
>;

function resolvePlugins(layers: ConfigLayers, said: DefaultsSettings): Plugins {
  const chosen = said.agent ?? choosePlugin(defaultPlugins.agent);
  const agent = { ...chosen, settings: { ...chosen.settings, ...resolveAgentSettings(layers, chosen.plugin) } };
  return {
    runtime: said.runtime ?? choosePlugin("auto"),
    agent,
    specialists: resolveSpecialistSettings(layers).map((specialist) => ({
      id: specialist.id,
      agent: resolveSpecialistAgent(specialist, agent),
      network: specialist.network ?? said.network ?? fullNetwork,
      limits: resolveLimits(layers, specialist.limits),
    })),
    workspace: said.workspace ?? choosePlugin(defaultPlugins.workspace),
    terminal: said.terminal ?? choosePlugin("web"),
    ...resolveForges(getOwnSettings(layers), said),
  };
}

/** It has what the project says of the same tool, and its own words over it. */
function resolveSpecialistAgent({ tool, settings }: SpecialistSettings, ofProject: PluginChoice): PluginChoice {
  const plugin = tool?.plugin ?? ofProject.plugin;
  const shared = plugin === ofProject.plugin ? ofProject.settings : {};
  return { plugin, settings: { ...shared, ...tool?.settings, ...settings } };
}

/** Without `repo` a project lives on the local forge, whatever the defaults say of trackers. */
function resolveForges(own: ProjectOwnSettings, said: DefaultsSettings): Pick<ProjectSettings, "tracker" | "scm"> {
  if (own.repo === undefined)
    return { tracker: own.tracker ?? createForgeChoice(ownForge), scm: own.scm ?? createForgeChoice(ownForge) };
  const forge = createForgeChoice(guessForge(own.repo));
  const { scm } = said;
  const tracker = said.tracker ?? (scm !== undefined && isRemoteForge(scm.plugin) ? scm : forge);
  return { tracker, scm: said.scm ?? (isForge(tracker.plugin) ? tracker : forge) };
}

const createForgeChoice = (plugin: string): ForgeChoice => ({ plugin, ...noForgeSettings });

/** Settings meant for one agent are not handed to another that a stronger layer chose. */
function resolveAgentSettings(layers: ConfigLayers, plugin: string): Readonly<Record<string, unknown>> {
  let agent = defaultPlugins.agent;
  let settings: Readonly<Record<string, unknown>> = {};
  for (const layer of listProjectLayers(layers)) {
    agent = layer.agent?.plugin ?? agent;
    if (agent === plugin) settings = { ...settings, ...layer.agentConfig };
  }
  return settings;
}

type Workspace = Pick<
  ProjectSettings,
  | "checks"
  | "setup"
  | "setupKey"
  | "cache"
  | "sandbox"
  | "network"
  | "limits"
  | "copy"
  | "symlinks"
  | "branchTemplate"
  | "workspaceRoot"
>;

/** Each key for itself: who raises the memory keeps the rest. */
function resolveLimits(layers: ConfigLayers, ofSpecialist: LimitsSettings = {}): AgentLimits {
  const said = [...listProjectLayers(layers).map(({ limits }) => limits ?? {}), ofSpecialist];
  const { memory, processes, disk, memoryReservation } = said.reduce<LimitsSettings>(overlay, {});
  return {
    memoryBytes: memory ?? null,
    processes: processes ?? builtInProcesses,
    diskBytes: disk ?? builtInDiskBytes,
    reservationBytes: memoryReservation ?? builtInReservationBytes,
  };
}

function resolveWorkspace(layers: ConfigLayers, said: DefaultsSettings): Workspace {
  return {
    limits: resolveLimits(layers),
    checks: listProjectLayers(layers).reduce<ProjectSettings["checks"]>(
      (all, { checks }) => ({ ...all, ...checks }),
      {},
    ),
    setup: said.setup ?? [],
    setupKey: said.setupKey ?? [],
    cache: said.cache ?? [],
    sandbox: resolveSandbox(layers),
    network: said.network ?? fullNetwork,
    copy: said.copy ?? [],
    symlinks: said.symlinks ?? [],
    branchTemplate: said.branchTemplate ?? "agent/{{name}}",
    workspaceRoot: said.workspaceRoot ?? null,
  };
}

/** Part by part: who opens a path for one project goes on with the sandbox that the home chose. */
function resolveSandbox(layers: ConfigLayers): ProjectSettings["sandbox"] {
  const said = listProjectLayers(layers).reduce<SandboxBlock>((all, { sandbox }) => overlay(all, sandbox), {});
  return { use: said.use ?? "auto", read: said.read ?? [], write: said.write ?? [] };
}

function resolveHooks(layers: ConfigLayers): ProjectSettings["hooks"] {
  const said = [...listConfigFiles(layers).map(({ settings }) => settings.hooks), getOwnSettings(layers).hooks];
  const merged = said.reduce<HooksSettings>(overlay, {});
  const empty: Record<HookName, readonly HookSettings[]> = {
    "before-assignment": [],
    "workspace-ready": [],
    "turn-ended": [],
    "before-change": [],
    "change-opened": [],
    "checks-done": [],
    "before-landing": [],
    "after-landing": [],
    "session-ended": [],
  };
  for (const name of hookNames) empty[name] = merged[name] ?? [];
  return empty;
}
