/** The forge of a project: opened once, since it holds a file and what runs; settings it asks for anew each time. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { forges } from "../../plugins/index.ts";
import type { CheckSettings } from "../../plugins/local/checks/check-settings.ts";
import type { Places } from "../../plugins/local/checks/places.ts";
import type { LocalForge } from "../../plugins/local/local-forge.ts";
import type { RegisteredProject } from "../context.ts";
import { usual } from "./environment.ts";
import type { Ground } from "../ground.ts";
import type { SeatNames } from "./project-seats.ts";
import { sandboxOf, type ProjectSite } from "./project-site.ts";

export type ForgeParts = {
  readonly ground: Ground;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
  readonly names: SeatNames;
  /** How many checks may run at once, in all projects. */
  readonly places: Places;
};

export function openForge({ ground, site, current, names, places }: ForgeParts): LocalForge {
  const { home, env, log, redact, logDirOf } = ground;
  const { project, repository } = site;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return forges.local({
    project: names.issues,
    changesOf: names.changes,
    file: join(folder, "forge.db"),
    repository: repository.path,
    gitDir: join(folder, "git"),
    defaultBranch: project.defaultBranch,
    onNews: () => ground.forgeHasNews(project.id),
    checks: {
      ...{ places, logDirOf, redact },
      settings: () => checkSettings(current()),
      folder: join(folder, "checks"),
      environment: () => Promise.resolve(usual(env)),
      sandbox: sandboxOf(site),
      hidden: [home.path],
      warn: (error, message) => log.warn({ project: project.id, error }, message),
    },
  });
}

function checkSettings({ settings }: RegisteredProject): CheckSettings {
  const { checks: commands, setup, setupKey, cache, copy, symlinks } = settings;
  return { commands, setup, setupKey, cache, copy, symlinks };
}
