/** The settings of the whole daemon: from `AO_CONFIG`, else the home's own file, else the first project's. */
import { emptyConfig, type Config } from "../../config/config.ts";
import { listIgnoredDaemonKeys, resolveDaemon, type DaemonSettings } from "../../config/resolve/daemon-settings.ts";
import type { HomePaths } from "../../config/home.ts";
import { reload, type LastGood } from "../../config/document/last-good.ts";
import { createProblem, type Problem } from "../../config/problem.ts";
import { readText } from "./project-files.ts";

export type IgnoredKeys = { readonly file: string; readonly obeyed: string; readonly keys: readonly string[] };

export class HomeConfig {
  /** Whether or not it is there. */
  readonly file: string;
  private readonly env: NodeJS.ProcessEnv;
  private last: LastGood = { config: emptyConfig, warnings: [], problems: [] };
  private isThere = false;

  constructor(home: HomePaths, env: NodeJS.ProcessEnv) {
    this.file = env["AO_CONFIG"] || home.config;
    this.env = env;
    this.read();
  }

  /** Reads it again. What is broken leaves the last good one in force. */
  read(): void {
    const text = readText(this.file);
    if (text === null) {
      const problems = this.isThere ? [createProblem(this.file, { line: 1, column: 1, written: "" }, GONE)] : [];
      this.last = { ...this.last, problems };
      return;
    }
    this.isThere = true;
    this.last = reload(this.last, { file: this.file, text, env: this.env });
  }

  /** Null: nobody wrote one. */
  config(): Config | null {
    return this.isThere ? this.last.config : null;
  }

  problems(): readonly Problem[] {
    return this.last.problems;
  }

  /** `projects` are the files of the projects, in the order these were added. */
  settings(projects: readonly Config[]): DaemonSettings {
    return resolveDaemon(this.obeyed(projects));
  }

  /** Daemon-wide keys of later files that say otherwise. */
  ignored(projects: readonly Config[]): readonly IgnoredKeys[] {
    const obeyed = this.obeyed(projects);
    return projects
      .filter(({ file }) => file !== obeyed.file)
      .map((later) => ({ file: later.file, obeyed: obeyed.file, keys: listIgnoredDaemonKeys(obeyed, later) }))
      .filter(({ keys }) => keys.length > 0);
  }

  private obeyed(projects: readonly Config[]): Config {
    return this.config() ?? projects[0] ?? emptyConfig;
  }
}

const GONE = "the file is missing; its last settings apply until the daemon restarts";
