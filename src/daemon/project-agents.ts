/** The agents as one project uses them: with its settings and rules. */
import { agents } from "../plugins/index.ts";
import type { AgentPlugin } from "../slots/agent.ts";
import type { RegisteredProject } from "./context.ts";
import type { Ground } from "./ground.ts";
import type { ProjectSite } from "./project-site.ts";
import { toldRules } from "./told-rules.ts";

export function projectAgents(
  { home }: Ground,
  { project, repository }: ProjectSite,
): ReadonlyMap<string, AgentPlugin> {
  const { settings } = project;
  const made = Object.entries(agents).map(([name, { make }]): [string, AgentPlugin] => {
    const agent = make({
      turns: home.turns,
      sessions: home.sessions,
      checkout: repository.path,
      settings: settingsOf(project, name),
      permissions: project.rules.autonomy === "observe" ? "ask" : "auto",
    });
    return [name, toldRules(agent, settings.agentRules)];
  });
  return new Map(made);
}

/** Settings are meant for the agent that the project names; another one gets none of them. */
export function settingsOf({ settings }: RegisteredProject, agent: string): Readonly<Record<string, unknown>> {
  return settings.agent.plugin === agent ? settings.agent.settings : {};
}

/** Names of variables that reach this agent: its own list, and what the settings add. */
export function variablesFor(project: RegisteredProject | undefined, agent: string): readonly string[] {
  const own = Object.entries(agents).find(([name]) => name === agent)?.[1].environment ?? [];
  const added: unknown = project === undefined ? [] : settingsOf(project, agent)["env"];
  return [...own, ...(Array.isArray(added) ? added.filter((name) => typeof name === "string") : [])];
}
