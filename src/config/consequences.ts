/**
 * What a file would let happen: each setting that runs something, hands something out, or lets things go on without a
 * person, in a line a person can read. Two files with the same lines are the same to whoever accepts them.
 */
import { createHash } from "node:crypto";
import { reactionNames, type Rules } from "../domain/rules.ts";
import { formatNetworkAccess, fullNetwork, type NetworkAccess } from "../lib/network/network-access.ts";
import { hookNames } from "../slots/hook.ts";
import type { ForgeChoice } from "./forge-shape.ts";
import type { ConfigLayers } from "./layers.ts";
import { resolveProject, type ProjectSettings } from "./project-settings.ts";
import { promptFilesOf } from "./resolve-prompts.ts";
import { defaultRules, resolveRules } from "./rules.ts";
import type { PluginChoice } from "./value-shapes.ts";

export type Consequences = { readonly hash: string; readonly lines: readonly string[] };

export function consequencesOf(layers: ConfigLayers): Consequences {
  const settings = resolveProject(layers);
  const { rules } = resolveRules(layers);
  const lines = [
    ...programs(settings),
    ...promptFilesOf(layers).map(({ name, written: file }) => `prompts.${name}: ${file}`),
    ...files(settings),
    ...trust(settings, rules),
    ...reactionsOf(rules),
    ...modules(layers),
  ];
  return { hash: createHash("sha256").update(lines.join("\n")).digest("hex"), lines };
}

function programs({ agent, specialists, agentRules, setup, checks, hooks }: ProjectSettings): readonly string[] {
  return [
    `agent: ${choice(agent)}`,
    ...specialists.map(({ id, agent: own }) => `agents.${id}: ${choice(own)}`),
    ...(agentRules === null ? [] : [`agentRules: ${JSON.stringify(agentRules)}`]),
    ...setup.map((command) => `setup: ${written(command)}`),
    ...Object.entries(checks).flatMap(([name, { command, paths }]) => [
      `checks.${name}: ${written(command)}`,
      ...(paths === undefined ? [] : [`checks.${name}.paths: ${paths.join(", ")}`]),
    ]),
    ...hookNames.flatMap((name) =>
      hooks[name].map(({ command, module }) => `hooks.${name}: ${command === undefined ? module : written(command)}`),
    ),
  ];
}

function files({ copy, symlinks }: ProjectSettings): readonly string[] {
  return [...copy.map((path) => `copy: ${path}`), ...symlinks.map((path) => `symlinks: ${path}`)];
}

function trust(settings: ProjectSettings, rules: Rules): readonly string[] {
  const { sandbox, network, specialists, tracker, scm, push } = settings;
  return [
    `autonomy: ${rules.autonomy}`,
    `sandbox: ${sandbox.use}`,
    ...sandbox.read.map((path) => `sandbox.read: ${path}`),
    ...sandbox.write.map((path) => `sandbox.write: ${path}`),
    ...networkLines("network", network, fullNetwork),
    ...specialists.flatMap((one) => networkLines(`agents.${one.id}.network`, one.network, network)),
    ...(tracker.plugin === "local" ? [] : [`tracker: ${forgeLine(tracker)}`]),
    ...(scm.plugin === "local" ? [] : [`scm: ${forgeLine(scm)}`]),
    ...(push === "never" ? [] : [`push: ${push}`]),
    ...differing("policy", rules.policy, defaultRules().policy),
    ...differing("budget.perSession", rules.perSession, defaultRules().perSession),
    ...differing("budget.perDay", rules.perDay, defaultRules().perDay),
  ];
}

/** Only what is not as usual. */
function networkLines(name: string, access: NetworkAccess, usual: NetworkAccess): readonly string[] {
  const [said, unsaid] = [access, usual].map(formatNetworkAccess);
  return said === undefined || said === unsaid ? [] : [`${name}: ${said}`];
}

function reactionsOf(rules: Rules): readonly string[] {
  const { reactions } = defaultRules();
  return reactionNames.flatMap((name) => differing(`reactions.${name}`, rules.reactions[name], reactions[name]));
}

function modules({ config }: ConfigLayers): readonly string[] {
  const { plugins = [], orchestrator } = config.settings;
  return [
    ...plugins.map(({ package: name, path }) => `plugins: ${name ?? path ?? ""}`),
    ...(orchestrator?.module === undefined ? [] : [`orchestrator.module: ${orchestrator.module}`]),
  ];
}

/** Only what is not as built in: the rest a person has accepted with the product. */
function differing(name: string, values: object, builtIn: object): readonly string[] {
  const usual = new Map(Object.entries(builtIn).map(([key, value]) => [key, JSON.stringify(value)]));
  const odd = Object.entries(values).filter(([key, value]) => usual.get(key) !== JSON.stringify(value));
  return odd.map(([key, value]) => `${name}.${key}: ${JSON.stringify(value)}`);
}

/** Where a credential is sent, and whose words count; the credential itself is nobody's to read. */
function forgeLine({ plugin, settings, bots }: ForgeChoice): string {
  const { token: _, ...rest } = settings;
  return choice({ plugin, settings: { ...rest, ...(bots.length === 0 ? {} : { bots }) } });
}

const choice = ({ plugin, settings }: PluginChoice): string =>
  `${plugin}${Object.keys(settings).length === 0 ? "" : ` ${JSON.stringify(settings)}`}`;

const written = (command: string | readonly string[]): string =>
  typeof command === "string" ? command : command.join(" ");
