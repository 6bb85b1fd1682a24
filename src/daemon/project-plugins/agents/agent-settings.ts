/** What the settings say of the agent that a session has, and what they open for it in the sandbox. */
import type { ChosenAgent } from "../../../domain/session/session.ts";
import type { OpenedPaths } from "../../../lib/sandbox/rules.ts";
import type { RegisteredProject } from "../../context.ts";

/** Settings are meant for the agent that the specialist or the project names; another one gets none of them. */
export function mergeAgentSettings({ settings }: RegisteredProject, { plugin, specialist }: ChosenAgent): Settings {
  const own = settings.specialists.find(({ id, agent }) => id === specialist && agent.plugin === plugin);
  if (own !== undefined) return own.agent.settings;
  return settings.agent.plugin === plugin ? settings.agent.settings : {};
}

export type AgentAccess = OpenedPaths & { readonly programs: readonly string[] };

/** What the settings of an agent open in the sandbox: paths that it alone needs, and files that its command names. */
export function findAccess(project: RegisteredProject, chosen: ChosenAgent): AgentAccess {
  const settings = mergeAgentSettings(project, chosen);
  const texts = (name: string): readonly string[] => {
    const value = settings[name];
    return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
  };
  return { read: texts("read"), write: texts("write"), programs: texts("command") };
}

type Settings = Readonly<Record<string, unknown>>;
