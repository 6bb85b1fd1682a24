/** The projects as the daemon runs them: restored at boot, their files watched, the settings that hold at hand. */
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { DaemonSettings } from "../config/daemon-settings.ts";
import { defaultRules } from "../config/rules.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Rules } from "../domain/rules.ts";
import type { Log } from "../engine/deps.ts";
import { findProgram } from "../lib/find-program.ts";
import type { Store } from "../store/open.ts";
import { ConfigWatch } from "./config-watch.ts";
import { HomeConfig } from "./home-config.ts";
import { Registry } from "./registry.ts";
import { takeRequests } from "./requests.ts";

export type ProjectsOptions = {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  readonly log: Log;
  readonly nowMs: () => number;
  /** The settings of a project changed, or it came or went. */
  readonly changed: (project: ProjectId) => void;
};

export type Projects = {
  readonly registry: Registry;
  readonly homeConfig: HomeConfig;
  readonly settings: () => DaemonSettings;
  readonly rulesOf: (project: ProjectId) => Rules;
  readonly folderOf: (project: ProjectId) => string;
  /** Compares the files with how they were last read; the watch may have missed a change. */
  readonly compareFiles: () => void;
  readonly close: () => void;
};

export async function openProjects(options: ProjectsOptions): Promise<Projects> {
  const { home, env, store, log, nowMs } = options;
  const homeConfig = new HomeConfig(home, env);
  const folderOf = (project: ProjectId): string => join(home.projects, project);
  const registry = new Registry({
    ...{ store, env, folderOf, nowMs },
    homeConfig: () => homeConfig.config(),
    runtime: () => (findProgram("tmux", env["PATH"]) === null ? "process" : "tmux"),
    changed: (project) => {
      rewatch();
      options.changed(project);
    },
  });
  const watch = new ConfigWatch(() => {
    homeConfig.read();
    registry.reload().catch((error: unknown) => log.error({ error }, "changed settings could not be read"));
  }, log);
  const rewatch = (): void => {
    const files = registry.all().flatMap(({ configFile }) => (configFile === null ? [] : [configFile]));
    watch.watchOnly([...new Set([homeConfig.file, ...files])]);
  };
  await registry.restore();
  await takeRequests(home.requests, registry, log);
  rewatch();
  const usual = defaultRules();
  return {
    ...{ registry, homeConfig, folderOf },
    settings: () => homeConfig.settings(registry.configs()),
    rulesOf: (project) => registry.get(project)?.rules ?? usual,
    compareFiles: () => watch.compare(),
    close: () => watch.close(),
  };
}
