/** What a project's checks, set-up and hooks would not find on this machine, by the daemon's PATH of now. */
import { dirname } from "node:path";
import { findMissingPrograms } from "../config/missing-programs.ts";
import type { DaemonContext } from "./context.ts";
import { usual } from "./slots/environment.ts";

export const missingPrograms =
  (env: NodeJS.ProcessEnv): DaemonContext["missingPrograms"] =>
  ({ settings, configFile, path }) =>
    findMissingPrograms(settings, {
      folder: configFile === null ? path : dirname(configFile),
      path: usual(env)["PATH"] ?? "",
    });
