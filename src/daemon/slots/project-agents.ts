/** The agents as one project uses them: with its settings and rules. */
import type { ChosenAgent, Session } from "../../domain/session.ts";
import { agentNamed, agentVariables } from "../../plugins/index.ts";
import type { AgentPlugin } from "../../slots/agent.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import type { RegisteredProject } from "../context.ts";
import type { OpenedPaths } from "../../lib/sandbox/rules.ts";
import type { Ground } from "../ground.ts";
import type { ProjectSite } from "./project-site.ts";
import { tellOfAgentsFile } from "./told-rules.ts";

export function projectAgents({ home, store }: Ground, { project, repository }: ProjectSite): ProjectSlots["agent"] {
  const made = new Map<string, AgentPlugin>();
  return (chosen) => {
    const { plugin, specialist, drive } = chosen;
    const key = JSON.stringify([plugin, specialist, drive]);
    const known = made.get(key);
    const maker = agentNamed(plugin);
    if (known !== undefined || maker === undefined) return known;
    const agent = maker.make({
      turns: home.turns,
      sessions: home.sessions,
      checkout: repository.path,
      settings: { ...settingsOf(project, chosen), ...(drive === undefined ? {} : { drive }) },
      permissions: project.rules.autonomy === "observe" ? "ask" : "auto",
    });
    const told = tellOfAgentsFile(agent, (session) => workspaceOf(store.sessions.get(session)));
    made.set(key, told);
    return told;
  };
}

function workspaceOf(session: Session | null): string | null {
  return session !== null && "workspacePath" in session.phase ? session.phase.workspacePath : null;
}

/** Settings are meant for the agent that the specialist or the project names; another one gets none of them. */
function settingsOf({ settings }: RegisteredProject, { plugin, specialist }: ChosenAgent): Settings {
  const own = settings.specialists.find(({ id, agent }) => id === specialist && agent.plugin === plugin);
  if (own !== undefined) return own.agent.settings;
  return settings.agent.plugin === plugin ? settings.agent.settings : {};
}

export type AgentAccess = OpenedPaths & { readonly programs: readonly string[] };

/** What the settings of an agent open in the sandbox: paths that it alone needs, and files that its command names. */
export function accessFor(project: RegisteredProject, chosen: ChosenAgent): AgentAccess {
  const settings = settingsOf(project, chosen);
  const texts = (name: string): readonly string[] => {
    const value = settings[name];
    return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
  };
  return { read: texts("read"), write: texts("write"), programs: texts("command") };
}

type Settings = Readonly<Record<string, unknown>>;

/** All variables that agents of these projects may be given. */
export function agentVariableNames(projects: readonly RegisteredProject[]): ReadonlySet<string> {
  const chosen = projects.flatMap((project) =>
    [{ id: null, agent: project.settings.agent }, ...project.settings.specialists].flatMap(({ id, agent }) =>
      variablesFor(project, { plugin: agent.plugin, specialist: id }),
    ),
  );
  return new Set([...agentVariables, ...chosen]);
}

/** Names of variables that reach this agent: its own list, and what the settings add. */
export function variablesFor(project: RegisteredProject | undefined, chosen: ChosenAgent): readonly string[] {
  const own = agentNamed(chosen.plugin)?.environment ?? [];
  const added: unknown = project === undefined ? [] : settingsOf(project, chosen)["env"];
  return [...own, ...(Array.isArray(added) ? added.filter((name) => typeof name === "string") : [])];
}
