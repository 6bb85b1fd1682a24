/** The projects as the daemon runs them: restored at boot, their files watched, the settings that hold at hand. */
import { join } from "node:path";
import type { HomePaths } from "../../config/home.ts";
import type { DaemonSettings } from "../../config/resolve/daemon-settings.ts";
import { buildClosedRules } from "../../config/rules.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Rules } from "../../domain/model/rules.ts";
import type { Log } from "../../engine/deps.ts";
import type { Store } from "../../store/open.ts";
import type { RegisteredProject } from "../context.ts";
import { ConfigWatch } from "./config-watch.ts";
import { HomeConfig } from "./home-config.ts";
import { Registry } from "./registry.ts";
import { takeRequests } from "./requests.ts";
import type { Sandboxes } from "../project-plugins/sandbox/sandboxes.ts";

export type ProjectsOptions = {
  readonly home: HomePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly sandboxes: Sandboxes;
  /** What `runtime: auto` means on this machine. */
  readonly runtime: string;
};

export class Projects {
  readonly registry: Registry;
  readonly homeConfig: HomeConfig;
  private readonly options: ProjectsOptions;
  private readonly watch: ConfigWatch;
  private readonly closed = buildClosedRules();

  constructor(options: ProjectsOptions) {
    const { home, env, store, log, nowMs, sandboxes } = options;
    this.options = options;
    this.homeConfig = new HomeConfig(home, env);
    this.registry = new Registry({
      ...{ store, env, nowMs, sandboxes, log, home: home.path },
      folderOf: (project) => join(home.projects, project),
      homeConfig: () => this.homeConfig.config(),
      runtime: options.runtime,
    });
    this.watch = new ConfigWatch(() => this.reload(), log);
  }

  /** Called when the settings of a project changed, or it came or went. */
  onChange(listener: (project: ProjectId) => Promise<void>): void {
    this.registry.onChange(async (project) => {
      this.rewatch();
      await listener(project);
    });
  }

  /** At boot: those that were added before, then those that were named while no daemon ran. */
  async restore(): Promise<void> {
    await this.registry.restore();
    await takeRequests(this.options.home.requests, this.registry, this.options.log);
    this.rewatch();
  }

  /** Null: it is not there, or no settings hold that a person has accepted. */
  open(id: ProjectId): RegisteredProject | null {
    return this.registry.isOpen(id) ? (this.registry.loaded(id) ?? null) : null;
  }

  settings(): DaemonSettings {
    return this.homeConfig.settings(this.registry.configs());
  }

  rulesOf(id: ProjectId): Rules {
    const rules = this.registry.loaded(id)?.rules ?? this.closed;
    return { ...rules, daemonPerDay: this.settings().perDay };
  }

  /** Compares the files with how they were last read; the watch may have missed a change. */
  compareFiles(): void {
    this.watch.compare();
  }

  close(): void {
    this.watch.close();
  }

  private reload(): void {
    this.homeConfig.read();
    this.registry.reload().catch((error: unknown) => {
      this.options.log.error({ error }, "changed settings could not be read; the last good ones hold");
    });
  }

  private rewatch(): void {
    this.watch.watchOnly([...new Set([this.homeConfig.file, ...this.registry.files()])]);
  }
}
