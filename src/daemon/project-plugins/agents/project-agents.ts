/** The agents as one project uses them: with its settings and rules. */
import type { ChosenAgent } from "../../../domain/session/session.ts";
import { findPlugin, pluginsWith } from "../../../plugins/find-plugin.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import type { RegisteredProject } from "../../context.ts";
import { mergeAgentSettings } from "./agent-settings.ts";
import type { PluginServices } from "../../plugin-services.ts";
import type { ProjectSite } from "../project-site.ts";
import { pluginPipeline } from "../plugin-pipeline.ts";

export function createProjectAgents(services: PluginServices, site: ProjectSite): ProjectSlots["agent"] {
  const { project, repository } = site;
  const { home } = services;
  const made = new Map<string, AgentPlugin>();
  return (chosen) => {
    const { plugin, specialist, drive } = chosen;
    const key = JSON.stringify([plugin, specialist, drive]);
    const known = made.get(key);
    const maker = findPlugin("agent", plugin)?.part;
    if (known !== undefined || maker === undefined) return known;
    const options = {
      turns: home.turns,
      sessions: home.sessions,
      checkout: repository.path,
      settings: { ...mergeAgentSettings(project, chosen), ...(drive === undefined ? {} : { drive }) },
      permissions: project.rules.autonomy === "observe" ? "ask" : "auto",
    } as const;
    const agent = maker.make(options, plugin);
    const told = pluginPipeline.agent(services, agent);
    made.set(key, told);
    return told;
  };
}

/** All variables that agents of these projects may be given. */
export function listAgentVariableNames(projects: readonly RegisteredProject[]): ReadonlySet<string> {
  const chosen = projects.flatMap((project) =>
    [{ id: null, agent: project.settings.agent }, ...project.settings.specialists].flatMap(({ id, agent }) =>
      listVariables(project, { plugin: agent.plugin, specialist: id }),
    ),
  );
  return new Set([...pluginsWith("agent").flatMap(({ part }) => part.environment), ...chosen]);
}

/** Names of variables that reach this agent: its own list, and what the settings add. */
export function listVariables(project: RegisteredProject | undefined, chosen: ChosenAgent): readonly string[] {
  const own = findPlugin("agent", chosen.plugin)?.part.environment ?? [];
  const added: unknown = project === undefined ? [] : mergeAgentSettings(project, chosen)["env"];
  return [...own, ...(Array.isArray(added) ? added.filter((name) => typeof name === "string") : [])];
}
