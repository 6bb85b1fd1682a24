/** Whether the agents of a project are logged in, with the variables that the daemon has now. */
import { findMissingLogin, readLogin } from "../../config/doctor/agent-login.ts";
import { knownAgents } from "../../config/first-run/known-agents.ts";
import type { MissingProgram } from "../../config/warnings/missing-programs.ts";
import { findProgram } from "../../lib/process/find-program.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import { pickUsual } from "../project-plugins/sandbox/environment.ts";

export const createLoginReader =
  (env: NodeJS.ProcessEnv): DaemonContext["loginOf"] =>
  (project, plugin) =>
    isPlain(project, plugin) ? readLogin(plugin, { ...env, ...pickUsual(env) }) : { state: "unknown", fix: null };

/** Those that sessions begin with; one that is not installed is told otherwise. */
export function findMissingLogins(env: NodeJS.ProcessEnv, project: RegisteredProject): readonly MissingProgram[] {
  const all = { ...env, ...pickUsual(env) };
  const plugins = new Set(listChosenAgents(project).map(({ plugin }) => plugin));
  return [...plugins].flatMap((plugin) => {
    const program = knownAgents.find(({ name }) => name === plugin)?.program ?? plugin;
    if (!isPlain(project, plugin) || findProgram(program, all["PATH"]) === null) return [];
    const sentence = findMissingLogin(plugin, all);
    return sentence === null ? [] : [{ key: "agent", sentence }];
  });
}

/** A program or variables of the person's own may bring a login of their own. */
const isPlain = (project: RegisteredProject, plugin: string): boolean =>
  listChosenAgents(project)
    .filter((one) => one.plugin === plugin)
    .every((one) => one.settings["command"] === undefined && one.settings["env"] === undefined);

const listChosenAgents = ({ settings }: RegisteredProject) => [
  settings.agent,
  ...settings.specialists.map(({ agent }) => agent),
];
