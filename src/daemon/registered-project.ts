import { noLayers, type ConfigLayers } from "../config/layers.ts";
import { ownSettings } from "../config/layers.ts";
import { resolveProject } from "../config/project-settings.ts";
import { resolveRules } from "../config/rules.ts";
import type { Rules } from "../domain/rules.ts";
import type { Registration } from "../store/registrations.ts";
import type { RegisteredProject } from "./context.ts";
import type { Judged } from "./project-file.ts";

export type Holding = {
  readonly row: Registration;
  /** What the repository says; its settings may say otherwise. */
  readonly defaultBranch: string;
  readonly judged: Judged;
  /** What `runtime: auto` means here. */
  readonly runtime: string;
};

export function registeredProject({ row, defaultBranch, judged, runtime }: Holding): RegisteredProject {
  const layers: ConfigLayers = judged.layers ?? { ...noLayers, project: row.id };
  const settings = resolveProject(layers);
  const { sessionPrefix = row.id } = ownSettings(layers);
  return {
    id: row.id,
    path: row.path,
    configFile: row.configFile,
    settings: { ...settings, sessionPrefix },
    rules: withRuntime(resolveRules(layers).rules, runtime),
    defaultBranch: settings.defaultBranch ?? defaultBranch,
    problems: judged.problems,
    waiting: judged.waiting,
  };
}

function withRuntime(rules: Rules, runtime: string): Rules {
  const named = (chosen: string): string => (chosen === "auto" ? runtime : chosen);
  return {
    ...rules,
    agent: { ...rules.agent, runtime: named(rules.agent.runtime) },
    specialists: rules.specialists.map((one) => ({ ...one, runtime: named(one.runtime) })),
  };
}
