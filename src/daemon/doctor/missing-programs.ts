/** What a project's checks, set-up and hooks would not find on this machine now, and agents that are not logged in. */
import { dirname } from "node:path";
import { findMissingPrograms } from "../../config/warnings/missing-programs.ts";
import { describeRepository } from "../../config/repository/describe-repository.ts";
import { findMissingLogins } from "../agents/agent-logins.ts";
import type { DaemonContext } from "../context.ts";
import { pickUsual } from "../project-plugins/sandbox/environment.ts";

export const createMissingPrograms =
  (env: NodeJS.ProcessEnv): DaemonContext["missingPrograms"] =>
  (project) => {
    const { settings, configFile, path } = project;
    const search = { folder: configFile === null ? path : dirname(configFile), path: pickUsual(env)["PATH"] ?? "" };
    return [...findMissingLogins(env, project), ...findMissingPrograms(settings, search)];
  };

/** What its files say of it, beside its settings. */
export const createRepositoryNotes =
  (env: NodeJS.ProcessEnv): DaemonContext["repositoryNotes"] =>
  ({ path, settings }) =>
    describeRepository({ folder: path, env: pickUsual(env), settings });
