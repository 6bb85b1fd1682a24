/** The forge of a project: opened once, since it holds a file and what runs; settings it asks for anew each time. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import { formatNetworkAccess } from "../../lib/network/network-access.ts";
import { adviceFor, forgeName } from "../../config/backup/refuse-fresh.ts";
import { limits } from "../../domain/model/limits.ts";
import { StoreError } from "../../lib/database/store-error.ts";
import { pluginsWith } from "../../plugins/find-plugin.ts";
import type { PreparedFolders } from "../../lib/prepared/prepared.ts";
import type { CheckSettings } from "../../plugins/local/checks/check-settings.ts";
import type { Places } from "../../plugins/local/checks/places.ts";
import type { LocalForge } from "../../plugins/local/local-forge.ts";
import type { RegisteredProject } from "../context.ts";
import { closedHome } from "./closed-home.ts";
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
  /** What set-up made for others. */
  readonly prepared: PreparedFolders;
};

export function openForge({ ground, site, current, names, places, prepared }: ForgeParts): LocalForge {
  const { home, env, log, redact, logDirOf } = ground;
  const { project, repository } = site;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const used = usedNumbers(ground, names);
  refuseLost(ground, project.id, used);
  const [own] = pluginsWith("ownForge");
  if (own === undefined) throw new Error("there is no forge of this machine");
  return own.part({
    project: names.issues,
    changesOf: names.changes,
    file: join(folder, "forge.db"),
    isRestored: isRestored(ground, project.id),
    advise: () => adviceFor(home, forgeName(project.id)),
    usedNumbers: (own) => Math.max(used, isRestored(ground, project.id) ? own + limits.forgeNumbersSkipped : 0),
    repository: repository.path,
    gitDir: join(folder, "git"),
    ownFolders: [home.path],
    defaultBranch: project.defaultBranch,
    onNews: () => ground.forgeHasNews(project.id),
    checks: {
      ...{ project: project.id, places, prepared, logDirOf, redact },
      settings: () => checkSettings(current()),
      folder: checksFolder(home, project.id),
      environment: () => Promise.resolve(usual(env)),
      sandbox: sandboxOf(site, ground.networks),
      network: formatNetworkAccess(project.settings.network),
      home: () => closedHome(home, current(), "checks"),
      limits: () => ground.machine.run(current().settings.limits),
      warn: (error, message) => log.warn({ project: project.id, error }, message),
    },
  });
}

/** Where workspaces and logs of its checks are. */
export const checksFolder = ({ projects }: Pick<Home, "projects">, project: string): string =>
  join(projects, project, "checks");

/** The highest number that the engine knows an issue or change by. */
function usedNumbers({ store }: Ground, { issues, changes }: SeatNames): number {
  return Math.max(store.issues.highestNumber(issues), store.changes.highestNumber(changes));
}

const isRestored = ({ restored }: Ground, project: string): boolean =>
  restored?.files.includes(forgeName(project)) === true;

/** A forge of which the engine knows issues or changes had a file. */
function refuseLost(ground: Ground, project: string, used: number): void {
  const file = join(ground.home.path, forgeName(project));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (used === 0 || isRestored(ground, project) || (size !== undefined && size > 0)) return;
  const what = size === undefined ? "is missing" : "is empty";
  const knows = `and issues or changes up to #${used} are known`;
  throw new StoreError(
    "lost",
    `${file} ${what}, ${knows}. Nothing was changed. ${adviceFor(ground.home, forgeName(project))}`,
  );
}

function checkSettings({ settings }: RegisteredProject): CheckSettings {
  const { checks: commands, setup, setupKey, cache, copy, symlinks } = settings;
  return { commands, setup, setupKey, cache, copy, symlinks };
}
