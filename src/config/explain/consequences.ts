/**
 * What a file would let happen: each setting that runs something, hands something out, or lets things go on without a
 * person, in a line a person can read. Two files with the same lines are the same to whoever accepts them.
 */
import { createHash } from "node:crypto";
import { reactionNames, type Rules } from "../../domain/model/rules.ts";
import { formatNetworkAccess, fullNetwork, type NetworkAccess } from "../../lib/network/network-access.ts";
import { hookNames } from "../../slots/hook.ts";
import { builtInDiskBytes, builtInProcesses, builtInReservationBytes } from "../resolve/built-in.ts";
import type { ForgeChoice } from "../shape/forge-shape.ts";
import { getOwnSettings, type ConfigLayers } from "../layers.ts";
import { isOwnForge } from "../own-forge.ts";
import { defaultPlugins } from "../warnings/plugin-names.ts";
import { resolveProject, type AgentLimits, type ProjectSettings } from "../resolve/project-settings.ts";
import { listPromptFiles } from "../resolve/resolve-prompts.ts";
import { buildDefaultRules, resolveRules } from "../rules.ts";
import type { PluginChoice } from "../shape/value-shapes.ts";

export type Consequences = { readonly hash: string; readonly lines: readonly string[] };

export function listConsequences(layers: ConfigLayers): Consequences {
  const settings = resolveProject(layers);
  const { rules } = resolveRules(layers);
  const lines = [
    ...describePrograms(settings),
    ...listPromptFiles(layers).map(({ name, written: file }) => `prompts.${name}: ${file}`),
    ...describeFiles(settings),
    ...trust(settings, rules),
    ...describeReactions(rules),
    ...describePlaces(settings),
    ...describeAssignment(layers),
    ...describeDaemon(layers),
    ...describeModules(layers),
  ];
  return { hash: createHash("sha256").update(lines.join("\n")).digest("hex"), lines };
}

function describePrograms({
  agent,
  specialists,
  agentRules,
  setup,
  checks,
  hooks,
}: ProjectSettings): readonly string[] {
  return [
    `agent: ${describeChoice(agent)}`,
    ...specialists.map(({ id, agent: own }) => `agents.${id}: ${describeChoice(own)}`),
    ...(agentRules === null ? [] : [`agentRules: ${JSON.stringify(agentRules)}`]),
    ...setup.map((command) => `setup: ${formatCommand(command)}`),
    ...Object.entries(checks).flatMap(checkLines),
    ...hookNames.flatMap((name) =>
      hooks[name].map(
        ({ command, module }) => `hooks.${name}: ${command === undefined ? module : formatCommand(command)}`,
      ),
    ),
  ];
}

/** When it runs counts as much as what: a check that is about nothing lets everything land. */
function checkLines([name, check]: readonly [string, ProjectSettings["checks"][string]]): readonly string[] {
  const { command, paths = [], compareWithBase = false } = check;
  return [
    `checks.${name}: ${formatCommand(command)}`,
    ...(paths.length === 0 ? [] : [`checks.${name}.paths: ${paths.join(", ")}`]),
    ...(compareWithBase ? [`checks.${name}.compareWithBase: true`] : []),
  ];
}

function describeFiles({ copy, symlinks }: ProjectSettings): readonly string[] {
  return [...copy.map((path) => `copy: ${path}`), ...symlinks.map((path) => `symlinks: ${path}`)];
}

function trust(settings: ProjectSettings, rules: Rules): readonly string[] {
  const { sandbox, network, specialists, tracker, scm, push } = settings;
  return [
    `autonomy: ${rules.autonomy}`,
    `sandbox: ${sandbox.use}`,
    ...sandbox.read.map((path) => `sandbox.read: ${path}`),
    ...sandbox.write.map((path) => `sandbox.write: ${path}`),
    ...describeNetwork("network", network, fullNetwork),
    ...specialists.flatMap((one) => describeNetwork(`agents.${one.id}.network`, one.network, network)),
    ...(isOwnForge(tracker.plugin) ? [] : [`tracker: ${describeForge(tracker)}`]),
    ...(isOwnForge(scm.plugin) ? [] : [`scm: ${describeForge(scm)}`]),
    ...(push === "never" ? [] : [`push: ${push}`]),
    ...listDiffering("policy", rules.policy, buildDefaultRules().policy),
    ...listDiffering("budget.perSession", rules.perSession, buildDefaultRules().perSession),
    ...listDiffering("budget.perDay", rules.perDay, buildDefaultRules().perDay),
  ];
}

/** Only what is not as usual. */
function describeNetwork(name: string, access: NetworkAccess, usual: NetworkAccess): readonly string[] {
  const [said, unsaid] = [access, usual].map(formatNetworkAccess);
  return said === undefined || said === unsaid ? [] : [`${name}: ${said}`];
}

/** Where work lies and goes, what separates it, and what it may take. */
function describePlaces(settings: ProjectSettings): readonly string[] {
  const { workspace, workspaceRoot, cache, limits, specialists, repo, defaultBranch, triageAuto } = settings;
  return [
    ...(workspace.plugin === defaultPlugins.workspace ? [] : [`workspace: ${describeChoice(workspace)}`]),
    ...(workspaceRoot === null ? [] : [`workspaceRoot: ${workspaceRoot}`]),
    ...cache.map((path) => `cache: ${path}`),
    ...listDiffering("limits", limits, builtInLimits),
    ...specialists.flatMap((one) => listDiffering(`agents.${one.id}.limits`, one.limits, limits)),
    ...(repo === null ? [] : [`repo: ${repo}`]),
    ...(defaultBranch === null ? [] : [`defaultBranch: ${defaultBranch}`]),
    ...(triageAuto ? ["triage.auto: true"] : []),
  ];
}

const builtInLimits: AgentLimits = {
  memoryBytes: null,
  processes: builtInProcesses,
  diskBytes: builtInDiskBytes,
  reservationBytes: builtInReservationBytes,
};

/** Only what is written: what is usual depends on where issues live. */
function describeAssignment(layers: ConfigLayers): readonly string[] {
  const said = getOwnSettings(layers).autoAssign ?? layers.config.settings.orchestrator?.autoAssign;
  return said === undefined ? [] : [`autoAssign: ${said}`];
}

/** The first project's file speaks for the whole daemon. */
function describeDaemon({ config }: ConfigLayers): readonly string[] {
  const { server, notifiers = {} } = config.settings;
  return [
    ...(server?.host === undefined ? [] : [`server.host: ${server.host}`]),
    ...(server?.allowedHosts ?? []).map((name) => `server.allowedHosts: ${name}`),
    ...Object.entries(notifiers).map(([name, chosen]) => `notifiers.${name}: ${describeNotifier(chosen)}`),
  ];
}

/** An address to be told at is often a secret; that it is another one shows all the same. */
function describeNotifier({ plugin, settings }: PluginChoice): string {
  if (Object.keys(settings).length === 0) return plugin;
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, DIGEST_SHOWN);
  return `${plugin}, settings ${digest}`;
}

const DIGEST_SHOWN = 8;

function describeReactions(rules: Rules): readonly string[] {
  const { reactions } = buildDefaultRules();
  return reactionNames.flatMap((name) => listDiffering(`reactions.${name}`, rules.reactions[name], reactions[name]));
}

function describeModules({ config }: ConfigLayers): readonly string[] {
  const { plugins = [], orchestrator } = config.settings;
  return [
    ...plugins.map(({ package: name, path }) => `plugins: ${name ?? path ?? ""}`),
    ...(orchestrator?.module === undefined ? [] : [`orchestrator.module: ${orchestrator.module}`]),
  ];
}

/** Only what is not as built in: the rest a person has accepted with the product. */
function listDiffering(name: string, values: object, builtIn: object): readonly string[] {
  const usual = new Map(Object.entries(builtIn).map(([key, value]) => [key, JSON.stringify(value)]));
  const odd = Object.entries(values).filter(([key, value]) => usual.get(key) !== JSON.stringify(value));
  return odd.map(([key, value]) => `${name}.${key}: ${JSON.stringify(value)}`);
}

/** Where a credential is sent, and whose words count; the credential itself is nobody's to read. */
function describeForge({ plugin, settings, bots }: ForgeChoice): string {
  const { token: _, ...rest } = settings;
  return describeChoice({ plugin, settings: { ...rest, ...(bots.length === 0 ? {} : { bots }) } });
}

const describeChoice = ({ plugin, settings }: PluginChoice): string =>
  `${plugin}${Object.keys(settings).length === 0 ? "" : ` ${JSON.stringify(settings)}`}`;

const formatCommand = (command: string | readonly string[]): string =>
  typeof command === "string" ? command : command.join(" ");
