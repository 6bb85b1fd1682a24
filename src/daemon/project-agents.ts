/** The agents as one project uses them: with its settings and rules. */
import { agentNamed } from "../plugins/index.ts";
import type { AgentPlugin } from "../slots/agent.ts";
import type { RegisteredProject } from "./context.ts";
import type { Ground } from "./ground.ts";
import type { ProjectSite } from "./project-site.ts";
import { toldRules } from "./told-rules.ts";

export function projectAgents(
  { home }: Ground,
  { project, repository }: ProjectSite,
): (name: string) => AgentPlugin | undefined {
  const made = new Map<string, AgentPlugin>();
  return (name) => {
    const known = made.get(name);
    const maker = agentNamed(name);
    if (known !== undefined || maker === undefined) return known;
    const agent = maker.make({
      turns: home.turns,
      sessions: home.sessions,
      checkout: repository.path,
      settings: settingsOf(project, name),
      permissions: project.rules.autonomy === "observe" ? "ask" : "auto",
    });
    const told = toldRules(agent, project.settings.agentRules);
    made.set(name, told);
    return told;
  };
}

/** Settings are meant for the agent that the project names; another one gets none of them. */
export function settingsOf({ settings }: RegisteredProject, agent: string): Readonly<Record<string, unknown>> {
  return settings.agent.plugin === agent ? settings.agent.settings : {};
}

/** Names of variables that reach this agent: its own list, and what the settings add. */
export function variablesFor(project: RegisteredProject | undefined, agent: string): readonly string[] {
  const own = agentNamed(agent)?.environment ?? [];
  const added: unknown = project === undefined ? [] : settingsOf(project, agent)["env"];
  return [...own, ...(Array.isArray(added) ? added.filter((name) => typeof name === "string") : [])];
}
