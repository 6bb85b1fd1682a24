/** The forge of a project: opened once, since it holds a file and what runs; settings it asks for anew each time. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "../../../config/home.ts";
import { formatNetworkAccess } from "../../../lib/network/network-access.ts";
import { adviseOn, formatForgeName } from "../../../config/backup/refuse-fresh.ts";
import { limits } from "../../../domain/model/limits.ts";
import { StoreError } from "../../../lib/database/store-error.ts";
import { pluginsWith } from "../../../plugins/find-plugin.ts";
import type { PreparedFolders } from "../../../lib/prepared/prepared.ts";
import type { LocalCheckSettings } from "../../../plugins/local/checks/check-settings.ts";
import type { CheckSlots } from "../../../plugins/local/checks/run/check-slots.ts";
import type { LocalForge } from "../../../plugins/local/local-forge.ts";
import type { RegisteredProject } from "../../context.ts";
import { createClosedHome } from "../sandbox/closed-home.ts";
import { pickUsual } from "../sandbox/environment.ts";
import type { PluginServices } from "../../plugin-services.ts";
import type { HomeNames } from "./project-homes.ts";
import { getSandbox, type ProjectSite } from "../project-site.ts";

export type ProjectForgeParts = {
  readonly ground: PluginServices;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
  readonly names: HomeNames;
  /** How many checks may run at once, in all projects. */
  readonly places: CheckSlots;
  /** What set-up made for others. */
  readonly prepared: PreparedFolders;
};

export function openForge({ ground: services, site, current, names, places, prepared }: ProjectForgeParts): LocalForge {
  const { home, env, log, redact, logDirOf } = services;
  const { project, repository } = site;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const used = findUsedNumbers(services, names);
  refuseLost(services, project.id, used);
  const [own] = pluginsWith("ownForge");
  if (own === undefined) throw new Error("there is no forge of this machine");
  return own.part({
    project: names.issues,
    changesOf: names.changes,
    file: join(folder, "forge.db"),
    isRestored: isRestored(services, project.id),
    advise: () => adviseOn(home, formatForgeName(project.id)),
    usedNumbers: (own) => Math.max(used, isRestored(services, project.id) ? own + limits.forgeNumbersSkipped : 0),
    repository: repository.path,
    gitDir: join(folder, "git"),
    ownFolders: [home.path],
    defaultBranch: project.defaultBranch,
    onNews: () => services.forgeHasNews(project.id),
    checks: {
      ...{ project: project.id, places, prepared, logDirOf, redact },
      settings: () => checkSettings(current()),
      folder: formatChecksFolder(home, project.id),
      environment: () => Promise.resolve(pickUsual(env)),
      sandbox: getSandbox(site, services.networks),
      network: formatNetworkAccess(project.settings.network),
      home: () => createClosedHome(home, current(), "checks"),
      limits: () => services.machine.run(current().settings.limits),
      warn: (error, message) => log.warn({ project: project.id, error }, message),
    },
  });
}

/** Where workspaces and logs of its checks are. */
export const formatChecksFolder = ({ projects }: Pick<HomePaths, "projects">, project: string): string =>
  join(projects, project, "checks");

/** The highest number that the engine knows an issue or change by. */
function findUsedNumbers({ store }: PluginServices, { issues, changes }: HomeNames): number {
  return Math.max(store.issues.highestNumber(issues), store.changes.highestNumber(changes));
}

const isRestored = ({ restored }: PluginServices, project: string): boolean =>
  restored?.files.includes(formatForgeName(project)) === true;

/** A forge of which the engine knows issues or changes had a file. */
function refuseLost(services: PluginServices, project: string, used: number): void {
  const file = join(services.home.path, formatForgeName(project));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (used === 0 || isRestored(services, project) || (size !== undefined && size > 0)) return;
  const what = size === undefined ? "is missing" : "is empty";
  const knows = `and issues or changes up to #${used} are known`;
  throw new StoreError(
    "lost",
    `${file} ${what}, ${knows}. Nothing was changed. ${adviseOn(services.home, formatForgeName(project))}`,
  );
}

function checkSettings({ settings }: RegisteredProject): LocalCheckSettings {
  const { checks: commands, setup, setupKey, cache, copy, symlinks } = settings;
  return { commands, setup, setupKey, cache, copy, symlinks };
}
