/** What a project's checks, set-up and hooks would not find on this machine now, and agents that are not logged in. */
import { dirname } from "node:path";
import { findMissingLogin } from "../config/doctor/agent-login.ts";
import { knownAgents } from "../config/first-run/known-agents.ts";
import { findMissingPrograms, type MissingProgram } from "../config/missing-programs.ts";
import { findProgram } from "../lib/find-program.ts";
import type { DaemonContext, RegisteredProject } from "./context.ts";
import { usual } from "./slots/environment.ts";

export const missingPrograms =
  (env: NodeJS.ProcessEnv): DaemonContext["missingPrograms"] =>
  (project) => {
    const { settings, configFile, path } = project;
    const search = { folder: configFile === null ? path : dirname(configFile), path: usual(env)["PATH"] ?? "" };
    return [...missingLogins({ ...env, ...usual(env) }, project), ...findMissingPrograms(settings, search)];
  };

/** One that is not installed is told otherwise; a program or variables of the person's own may bring a login of their own. */
function missingLogins(env: NodeJS.ProcessEnv, { settings }: RegisteredProject): readonly MissingProgram[] {
  const chosen = [settings.agent, ...settings.specialists.map(({ agent }) => agent)];
  const plain = chosen.filter((one) => one.settings["command"] === undefined && one.settings["env"] === undefined);
  return [...new Set(plain.map(({ plugin }) => plugin))].flatMap((plugin) => {
    const program = knownAgents.find(({ name }) => name === plugin)?.program;
    if (program === undefined || findProgram(program, env["PATH"]) === null) return [];
    const sentence = findMissingLogin(plugin, env);
    return sentence === null ? [] : [{ key: "agent", sentence }];
  });
}
