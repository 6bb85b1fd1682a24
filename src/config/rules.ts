/** The rules of one project, resolved from every layer: no key is optional and no default left to apply. */
import { issueMoments, type IssueMoment } from "../domain/issue/issue.ts";
import type { Rules, SpecialistRules } from "../domain/model/rules.ts";
import { pathsOfChecks } from "./check-paths.ts";
import { fingerprintChecks } from "./fingerprint-checks.ts";
import type { ForgeChoice } from "./forge-shape.ts";
import { filesOf, noLayers, overlay, ownSettings, specialistsOf, type ConfigLayers } from "./layers.ts";
import { isOwnForge } from "./own-forge.ts";
import type { Problem } from "./problem.ts";
import { resolveProject, type ProjectSettings } from "./project-settings.ts";
import { resolveAutonomy } from "./resolve-autonomy.ts";
import { resolveDaemonPerDay, resolvePolicy } from "./resolve-policy.ts";
import { withoutReplaced } from "./resolve-prompts.ts";
import { mergedReaction, resolveReactions } from "./resolve-reactions.ts";
import type { Settings, SpecialistSettings } from "./shape.ts";

export type ResolvedRules = { readonly rules: Rules; readonly warnings: readonly Problem[] };

/** The rules of a project that no file speaks of. */
export const defaultRules = (): Rules => resolveRules(noLayers).rules;

/** Of a project that was removed nothing is started, nothing is told and nothing lands. */
export const closeRules = (rules: Rules): Rules => ({ ...rules, autonomy: "observe", autoAssign: false });

/** The rules of a removed project whose file is not read any more. */
export const closedRules = (): Rules => closeRules(defaultRules());

export function resolveRules(layers: ConfigLayers): ResolvedRules {
  const project = resolveProject(layers);
  const policy = resolvePolicy(layers);
  const reactions = withoutReplaced(layers, resolveReactions(layers));
  const { autonomy, approvedAndGreen, warnings } = resolveAutonomy(
    layers,
    reactions["approved-and-green"],
    policy.preset,
  );
  const orchestrator = orchestratorOf(layers);
  const agent = agentOf(project);
  const protectedPaths = [...policy.rules.protectedPaths, ...pathsOfChecks(project.checks)];
  const guarded = { ...policy.rules, protectedPaths };
  const rules: Rules = {
    autonomy,
    reactions: { ...reactions, "approved-and-green": approvedAndGreen },
    // The files are read where there is a disk.
    prompts: {},
    handoverAt: project.handoverAt,
    policy: guarded,
    strategy: mergedReaction(layers, "approved-and-green").strategy ?? "squash",
    perSession: policy.perSession,
    perDay: policy.perDay,
    // Which file decides for the whole daemon is known where all of them are.
    daemonPerDay: resolveDaemonPerDay({}),
    checks: Object.keys(project.checks),
    checksKey: fingerprintChecks(project),
    watchesBase: project.triageAuto,
    setup: project.setup.length > 0,
    autoAssign: ownSettings(layers).autoAssign ?? orchestrator.autoAssign ?? isChosen(project.tracker),
    autoCommit: project.autoCommit,
    agentRules: project.agentRules,
    turnsMax: ownSettings(layers).maxParallelAgents ?? null,
    agent,
    specialists: specialistsOf(layers).map((specialist) => specialistRules(specialist, agent)),
    naming: { prefix: ownSettings(layers).sessionPrefix ?? null, branch: project.branchTemplate },
    moves: issueMoments.filter((moment) => isShown(project.tracker, moment)),
  };
  return { rules, warnings };
}

/** The local forge needs no marks for what is seen here anyway; only a landing closes the issue there, too. */
function isShown({ plugin, moves }: ForgeChoice, moment: IssueMoment): boolean {
  return moves[moment] === undefined ? !isOwnForge(plugin) || moment === "landed" : moves[moment] !== false;
}

/** A tracker that others fill is worked off by itself only as far as somebody has said which issues are meant. */
function isChosen({ plugin, settings }: ForgeChoice): boolean {
  const labels = settings["labels"];
  return isOwnForge(plugin) || (Array.isArray(labels) && labels.length > 0) || settings["assignee"] !== undefined;
}

function agentOf({ agent, runtime, workspace }: ProjectSettings): Rules["agent"] {
  const credential = credentialIn(agent.settings) ?? agent.plugin;
  return { plugin: agent.plugin, runtime: runtime.plugin, workspace: workspace.plugin, credential };
}

type OrchestratorSettings = NonNullable<Settings["orchestrator"]>;

const orchestratorOf = (layers: ConfigLayers): OrchestratorSettings =>
  filesOf(layers)
    .map(({ settings }) => settings.orchestrator)
    .reduce<OrchestratorSettings>(overlay, {});

function specialistRules(specialist: SpecialistSettings, project: Rules["agent"]): SpecialistRules {
  const plugin = specialist.tool?.plugin ?? project.plugin;
  const inherited = plugin === project.plugin ? project.credential : plugin;
  return {
    id: specialist.id,
    agent: plugin,
    runtime: specialist.runtime?.plugin ?? project.runtime,
    credential: credentialIn(specialist.settings) ?? inherited,
    skills: specialist.skills,
    labels: specialist.labels,
    excludeLabels: specialist.excludeLabels,
    max: specialist.max ?? null,
  };
}

function credentialIn(settings: Readonly<Record<string, unknown>>): string | null {
  const credential = settings["credential"];
  return typeof credential === "string" ? credential : null;
}
