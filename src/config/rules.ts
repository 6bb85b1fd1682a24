/** The rules of one project, resolved from every layer: no key is optional and no default left to apply. */
import { issueMoments, type IssueProgress } from "../domain/issue/issue.ts";
import type { Rules, SpecialistRules } from "../domain/model/rules.ts";
import { listCheckPaths } from "./resolve/check-paths.ts";
import { fingerprintChecks } from "./resolve/fingerprint-checks.ts";
import type { ForgeChoice } from "./shape/forge-shape.ts";
import {
  listConfigFiles,
  noLayers,
  overlay,
  getOwnSettings,
  resolveSpecialistSettings,
  type ConfigLayers,
} from "./layers.ts";
import { isOwnForge } from "./own-forge.ts";
import type { Problem } from "./problem.ts";
import { resolveProject, type ProjectSettings } from "./resolve/project-settings.ts";
import { resolveAutonomy } from "./resolve/resolve-autonomy.ts";
import { resolveDaemonPerDay, resolvePolicy } from "./resolve/resolve-policy.ts";
import { dropReplacedMessages } from "./resolve/resolve-prompts.ts";
import { mergeReaction, resolveReactions } from "./resolve/resolve-reactions.ts";
import type { Settings, SpecialistSettings } from "./shape/shape.ts";

export type ResolvedRules = { readonly rules: Rules; readonly warnings: readonly Problem[] };

/** The rules of a project that no file speaks of. */
export const buildDefaultRules = (): Rules => resolveRules(noLayers).rules;

/** Of a project that was removed nothing is started, nothing is told and nothing lands. */
export const closeRules = (rules: Rules): Rules => ({ ...rules, autonomy: "observe", autoAssign: false });

/** The rules of a removed project whose file is not read any more. */
export const buildClosedRules = (): Rules => closeRules(buildDefaultRules());

export function resolveRules(layers: ConfigLayers): ResolvedRules {
  const project = resolveProject(layers);
  const policy = resolvePolicy(layers);
  const reactions = dropReplacedMessages(layers, resolveReactions(layers));
  const { autonomy, approvedAndGreen, warnings } = resolveAutonomy(
    layers,
    reactions["approved-and-green"],
    policy.preset,
  );
  const orchestrator = resolveOrchestrator(layers);
  const agent = resolveAgent(project);
  const protectedPaths = [...policy.rules.protectedPaths, ...listCheckPaths(project.checks)];
  const guarded = { ...policy.rules, protectedPaths };
  const rules: Rules = {
    autonomy,
    reactions: { ...reactions, "approved-and-green": approvedAndGreen },
    // The files are read where there is a disk.
    prompts: {},
    handoverAt: project.handoverAt,
    policy: guarded,
    strategy: mergeReaction(layers, "approved-and-green").strategy ?? "squash",
    perSession: policy.perSession,
    perDay: policy.perDay,
    // Which file decides for the whole daemon is known where all of them are.
    daemonPerDay: resolveDaemonPerDay({}),
    checks: Object.keys(project.checks),
    checksKey: fingerprintChecks(project),
    watchesBase: project.triageAuto,
    setup: project.setup.length > 0,
    autoAssign: getOwnSettings(layers).autoAssign ?? orchestrator.autoAssign ?? isChosen(project.tracker),
    autoCommit: project.autoCommit,
    agentRules: project.agentRules,
    turnsMax: getOwnSettings(layers).maxParallelAgents ?? null,
    agent,
    specialists: resolveSpecialistSettings(layers).map((specialist) => resolveSpecialist(specialist, agent)),
    naming: { prefix: getOwnSettings(layers).sessionPrefix ?? null, branch: project.branchTemplate },
    moves: issueMoments.filter((moment) => isShown(project.tracker, moment)),
  };
  return { rules, warnings };
}

/** The local forge needs no marks for what is seen here anyway; only a landing closes the issue there, too. */
function isShown({ plugin, moves }: ForgeChoice, moment: IssueProgress): boolean {
  return moves[moment] === undefined ? !isOwnForge(plugin) || moment === "landed" : moves[moment] !== false;
}

/** A tracker that others fill is worked off by itself only as far as somebody has said which issues are meant. */
function isChosen({ plugin, settings }: ForgeChoice): boolean {
  const labels = settings["labels"];
  return isOwnForge(plugin) || (Array.isArray(labels) && labels.length > 0) || settings["assignee"] !== undefined;
}

function resolveAgent({ agent, runtime, workspace }: ProjectSettings): Rules["agent"] {
  const credential = findCredential(agent.settings) ?? agent.plugin;
  return { plugin: agent.plugin, runtime: runtime.plugin, workspace: workspace.plugin, credential };
}

type OrchestratorSettings = NonNullable<Settings["orchestrator"]>;

const resolveOrchestrator = (layers: ConfigLayers): OrchestratorSettings =>
  listConfigFiles(layers)
    .map(({ settings }) => settings.orchestrator)
    .reduce<OrchestratorSettings>(overlay, {});

function resolveSpecialist(specialist: SpecialistSettings, project: Rules["agent"]): SpecialistRules {
  const plugin = specialist.tool?.plugin ?? project.plugin;
  const inherited = plugin === project.plugin ? project.credential : plugin;
  return {
    id: specialist.id,
    agent: plugin,
    runtime: specialist.runtime?.plugin ?? project.runtime,
    credential: findCredential(specialist.settings) ?? inherited,
    skills: specialist.skills,
    labels: specialist.labels,
    excludeLabels: specialist.excludeLabels,
    max: specialist.max ?? null,
  };
}

function findCredential(settings: Readonly<Record<string, unknown>>): string | null {
  const credential = settings["credential"];
  return typeof credential === "string" ? credential : null;
}
