/** A project as the rest of the daemon sees it: its row, and what of its settings holds on this machine. */
import { noLayers, getOwnSettings, type ConfigLayers } from "../../config/layers.ts";
import { findNearestSetting, createProblem } from "../../config/problem.ts";
import { resolveProject } from "../../config/resolve/project-settings.ts";
import { resolveRules } from "../../config/rules.ts";
import type { Rules } from "../../domain/model/rules.ts";
import type { FoundSandbox } from "../../lib/sandbox/sandbox.ts";
import type { Registration } from "../../store/registrations.ts";
import type { ProjectProblem, RegisteredProject } from "../context.ts";
import type { JudgedFile } from "./project-file.ts";
import { addPrompts } from "../project-plugins/agents/project-prompts.ts";

export type Holding = {
  readonly row: Registration;
  /** What the repository says; its settings may say otherwise. */
  readonly defaultBranch: string;
  readonly judged: JudgedFile;
  /** What `runtime: auto` means here. */
  readonly runtime: string;
  readonly sandbox: FoundSandbox;
};

export function createRegisteredProject({ row, defaultBranch, judged, runtime, sandbox }: Holding): RegisteredProject {
  const layers = getLayers(row, judged);
  const settings = resolveProject(layers);
  const { sessionPrefix = row.id } = getOwnSettings(layers);
  const told = addPrompts(layers, row.path, resolveRules(layers).rules);
  const rules = replaceRuntime(told.rules, runtime);
  const isFree = !sandbox.ok || sandbox.why !== null;
  return {
    id: row.id,
    path: row.path,
    configFile: row.configFile,
    settings: { ...settings, sessionPrefix },
    rules: isFree && rules.autonomy === "land" ? { ...rules, autonomy: "fix" } : rules,
    defaultBranch: settings.defaultBranch ?? defaultBranch,
    problems: [...judged.problems, ...told.problems, ...(isFree ? [warnWithoutSandbox(layers, sandbox, rules)] : [])],
    waiting: judged.waiting === null ? null : { ...judged.waiting, inForce: judged.accepted },
  };
}

export const getLayers = ({ id }: Registration, { layers }: JudgedFile): ConfigLayers =>
  layers ?? { ...noLayers, project: id };

function replaceRuntime(rules: Rules, runtime: string): Rules {
  const named = (chosen: string): string => (chosen === "auto" ? runtime : chosen);
  return {
    ...rules,
    agent: { ...rules.agent, runtime: named(rules.agent.runtime) },
    specialists: rules.specialists.map((one) => ({ ...one, runtime: named(one.runtime) })),
  };
}

/** What could be done to the person's machine is said where it is decided. Nothing lands by itself out of such a state. */
function warnWithoutSandbox(layers: ConfigLayers, sandbox: FoundSandbox, { autonomy }: Rules): ProjectProblem {
  const { config, project } = layers;
  const place = findNearestSetting(config.places, ["projects", project, "sandbox"]);
  const lands = autonomy === "land" ? "; nothing lands by itself until `sandbox: none` is written" : "";
  const sentence = sandbox.ok
    ? `agents run without a sandbox, and approvals are not protected against them: ${sandbox.why ?? ""}${lands}`
    : `no agent is started: ${sandbox.why}`;
  return { ...createProblem(config.file, place, sentence), severity: sandbox.ok ? "warning" : "error" };
}
