/** The workspaces of one project: by their kind, and by the folder they were made in. */
import { isAbsolute, join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import type { PreparedFolders } from "../../../lib/prepared/prepared.ts";
import { pluginsWith } from "../../../plugins/find-plugin.ts";
import type { GitWorkspace } from "../../../plugins/workspace/shared/git-workspace.ts";
import type { WorkspaceOptions } from "../../../plugins/workspace/shared/options.ts";
import type { WorkspacePlugin } from "../../../slots/workspace.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { isOwnForge } from "../../../config/own-forge.ts";
import { createClosedHome } from "../sandbox/closed-home.ts";
import { pluginPipeline } from "../plugin-pipeline.ts";
import { getSandbox, type ProjectSite } from "../project-site.ts";

export type ProjectWorkspaces = {
  readonly byName: ReadonlyMap<string, WorkspacePlugin>;
  /** The repository's settings that could start a program: what is not accepted, and accepting it. */
  readonly guard: Pick<GitWorkspace, "accept" | "unaccepted">;
  /** Where directories are made now. */
  readonly root: string;
};

export function createProjectWorkspaces(
  services: PluginServices,
  site: ProjectSite,
  prepared: PreparedFolders,
): ProjectWorkspaces {
  const root = findRoot(services, site);
  const nameOf = (session: SessionId): string => services.places.kept(session)?.name ?? shortenName(site, session);
  const made = new Map<string, GitWorkspace>();
  const at = (make: (options: WorkspaceOptions) => GitWorkspace, kind: string, folder: string): GitWorkspace => {
    const key = `${kind}:${folder}`;
    const known = made.get(key) ?? make({ ...createOptions(services, site), prepared, root: folder, nameOf });
    made.set(key, known);
    return known;
  };
  const { kept, keep } = services.places;
  const kinds = pluginsWith("workspace");
  const byName = kinds.map(({ plugin: { name }, part }): [string, WorkspacePlugin] => [
    name,
    pluginPipeline.workspace({ root, nameOf, kept, keep, at: (folder) => at(part, name, folder) }, name),
  ]);
  // The person's repository is the same one for all of them.
  const [first] = kinds;
  if (first === undefined) throw new Error("there is no plugin for workspaces");
  return { byName: new Map(byName), guard: at(first.part, first.plugin.name, root), root };
}

function findRoot({ home }: PluginServices, { project, repository }: ProjectSite): string {
  const { workspaceRoot } = project.settings;
  if (workspaceRoot === null) return join(home.workspaces, project.id);
  return isAbsolute(workspaceRoot) ? join(workspaceRoot, project.id) : join(repository.path, workspaceRoot);
}

/** A session's id without what all ids of its project begin with. */
function shortenName({ project }: ProjectSite, session: SessionId): string {
  const prefix = `${project.settings.sessionPrefix}-`;
  return session.startsWith(prefix) ? session.slice(prefix.length) : session;
}

function createOptions(services: PluginServices, site: ProjectSite): Omit<WorkspaceOptions, "root" | "nameOf"> {
  const { home, store, log, environmentOf, logDirOf } = services;
  const { project, repository } = site;
  const { copy, symlinks, setup, scm } = project.settings;
  return {
    ...{ copy, symlinks, setup, logDirOf },
    project: project.id,
    repository: repository.path,
    defaultBranch: project.defaultBranch,
    gitDir: join(home.projects, project.id, "git"),
    trash: home.trash,
    sandbox: getSandbox(site, services.networks),
    repositories: join(home.repositories, project.id),
    home: createClosedHome(home, project, "agents"),
    limits: services.machine.run(project.settings.limits),
    onRestored: (restored) =>
      log.warn({ ...restored }, "a session's branch was moved by another and has been put back"),
    landsOn: isOwnForge(scm.plugin) ? "here" : "upstream",
    setupEnv: async ({ session }) => {
      const stored = store.sessions.get(session);
      if (stored === null) throw new Error(`session ${session} is not stored`);
      return environmentOf(stored);
    },
  };
}
