/**
 * The plugins of every project, made anew when its settings change. The forge stays: it holds a file and what runs. A
 * project whose repository cannot be found now has none, and is looked for again later.
 */
import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { DaemonSettings } from "../../config/resolve/daemon-settings.ts";
import { projectId, type ProjectId } from "../../domain/model/ids.ts";
import { findRepository } from "../../lib/git/find-repository.ts";
import { createCheckSlots, type CheckSlots } from "../../plugins/local/checks/run/check-slots.ts";
import { removeUnused, type RemovedWorkspace, type Unused } from "../../plugins/local/checks/remove-unused.ts";
import type { LocalForge } from "../../plugins/local/local-forge.ts";
import type { PreparedFolders } from "../../lib/prepared/prepared.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import { ownForge } from "../../config/own-forge.ts";
import type { AgentDoor } from "../../plugins/remote/agents/agent-door.ts";
import type { LocalEditors, RegisteredProject } from "../context.ts";
import { wallClock } from "../process/wall-clock.ts";
import type { PluginServices } from "../plugin-services.ts";
import { pluginPipeline } from "./plugin-pipeline.ts";
import { createProjectAgents } from "./agents/project-agents.ts";
import { formatChecksFolder, openForge } from "./forges/project-forge.ts";
import { openProjectPrepared } from "./workspaces/project-prepared.ts";
import { openRemote, type ProjectRemoteForge } from "./forges/project-remote.ts";
import { createProjectHooks } from "./project-hooks.ts";
import { createProjectNotifiers } from "../notices/project-notifiers.ts";
import { MoveRefusedError, takeSeats, type NamesOf } from "./forges/project-homes.ts";
import type { ProjectSite } from "./project-site.ts";
import { SourceHealth, type Unread } from "./forges/source-health.ts";
import { createProjectTracker, refuseUnknownScm } from "./forges/project-tracker.ts";
import { createProjectWorkspaces, type ProjectWorkspaces } from "./workspaces/project-workspaces.ts";

export type OpenProject = {
  readonly site: ProjectSite;
  readonly slots: ProjectSlots;
  readonly workspaces: ProjectWorkspaces;
  /** Through which agents ask their forge for themselves; null: they do not. */
  readonly agents: AgentDoor | null;
  readonly here: LocalEditors;
};

/** A project on a remote forge still has the local one: its own checks run there. */
type Forges = {
  readonly local: LocalForge;
  readonly remote: ProjectRemoteForge | null;
  readonly names: NamesOf;
  /** Shared by workspaces and checks. */
  readonly prepared: PreparedFolders;
};
type KeptForges = Forges & { readonly madeFor: string };

/** `open`: null where it is not there, or nothing may be done in it. */
type OwnProjects = {
  readonly open: (id: ProjectId) => RegisteredProject | null;
  readonly settings: () => Pick<DaemonSettings, "checksMax">;
};

export class SlotsOfProjects {
  private readonly ground: PluginServices;
  /** Null: it is not there, or nothing may be done in it. */
  private readonly projectOf: (id: ProjectId) => RegisteredProject | null;
  private readonly opened = new Map<ProjectId, OpenProject>();
  private readonly forges = new Map<ProjectId, KeptForges>();
  private readonly troubles = new Map<ProjectId, string>();
  private readonly sources = new SourceHealth(wallClock.wallMs);
  private readonly checkPlaces: CheckSlots;

  constructor(services: PluginServices, projects: OwnProjects) {
    this.ground = services;
    // Checks take memory as agents do: without enough of it they run one after another.
    const placesNow = () => projects.settings().checksMax ?? Math.floor(availableParallelism() / 2);
    this.checkPlaces = createCheckSlots(() => (services.isShortOfMemory() ? 1 : placesNow()), services.isShortOfMemory);
    this.projectOf = (id) => projects.open(id);
  }

  readonly slotsOf = (id: ProjectId): ProjectSlots | undefined => this.opened.get(id)?.slots;
  readonly get = (id: ProjectId): OpenProject | undefined => this.opened.get(id);

  /** Why a project has none now; null: it has, or nothing may be done in it anyway. */
  readonly troubleOf = (id: ProjectId): string | null => this.troubles.get(id) ?? null;

  /** What of the projects is not known as it is now: of those without plugins nothing is. */
  readonly unread = (): readonly Unread[] => {
    const closed = [...this.troubles].filter(([project]) => !this.opened.has(project));
    return [
      ...closed.map(([project, why]) => ({ project, why, what: "all", tried: null }) as const),
      ...this.sources.all(),
    ];
  };

  /** Makes them as the settings are now; of a project that went, lets go of them. */
  async refresh(id: ProjectId): Promise<void> {
    this.troubles.delete(id);
    const project = this.projectOf(id);
    if (project === null) {
      this.opened.delete(id);
      await this.closeForge(id);
      return;
    }
    try {
      this.opened.set(id, await this.open(project));
    } catch (error) {
      // While the daemon lives, its sessions go on where they began.
      if (!(error instanceof MoveRefusedError)) this.opened.delete(id);
      this.troubles.set(id, error instanceof Error ? error.message : String(error));
      this.ground.log.error({ project: id, error }, "a project could not be opened; it is tried again");
    }
  }

  /** Those whose repository was away, or that could not move yet. */
  async refreshMissing(ids: readonly ProjectId[]): Promise<void> {
    for (const id of ids) if (!this.opened.has(id) || this.troubles.has(id)) await this.refresh(id);
  }

  /** Check workspaces that no check has used for long, also of projects that were removed. */
  async removeUnusedChecks(unused: Unused): Promise<readonly RemovedWorkspace[]> {
    const { projects } = this.ground.home;
    const removed: RemovedWorkspace[] = [];
    for (const id of await readdir(projects)) {
      const wantedBytes = unused.wantedBytes - removed.reduce((sum, { bytes }) => sum + bytes, 0);
      if (wantedBytes <= 0) break;
      removed.push(...(await this.removeChecksOf(id, { ...unused, wantedBytes })));
    }
    return removed;
  }

  private removeChecksOf(id: string, unused: Unused): Promise<readonly RemovedWorkspace[]> {
    const isOpen = (): boolean => this.forges.has(projectId(id));
    const open = this.forges.get(projectId(id));
    if (open !== undefined) return open.local.removeUnused(unused);
    return removeUnused(formatChecksFolder(this.ground.home, id), unused, isOpen);
  }

  async close(): Promise<void> {
    for (const id of [...this.forges.keys()]) await this.closeForge(id);
  }

  private async open(project: RegisteredProject): Promise<OpenProject> {
    const found = await findRepository(project.path);
    if (!found.ok) throw new Error(found.error.message);
    const sandbox = await this.ground.sandboxes.findFor(project.settings);
    const site: ProjectSite = { project, repository: found.repository, sandbox };
    return this.openAt(site, await this.forgesFor(site));
  }

  private openAt(site: ProjectSite, forges: Forges): OpenProject {
    const agents = createProjectAgents(this.ground, site);
    const workspaces = createProjectWorkspaces(this.ground, site, forges.prepared);
    const slots: ProjectSlots = {
      runtime: (name) => this.ground.runtimes.get(name),
      agent: agents,
      workspace: (name) => workspaces.byName.get(name),
      ...this.forgeSlots(site, forges),
      notifiers: (level) => createProjectNotifiers(this.ground, site.project).told(level),
      terminal: null,
      hooks: createProjectHooks(this.ground, site),
    };
    const { local, remote } = forges;
    const here = { issues: local.tracker.desk, changes: local.scm.desk };
    return { site, slots, workspaces, agents: remote?.agents ?? null, here };
  }

  private forgeSlots(site: ProjectSite, { local, remote, names }: Forges) {
    const elsewhere = remote?.changes ?? null;
    const { tracker, scm } = site.project.settings;
    const [ofIssues, ofChanges] = [names(tracker.plugin).issues, names(scm.plugin).changes];
    const issues = createProjectTracker(this.ground, site, remote?.tracker ?? local.tracker, ofIssues);
    const changes = elsewhere?.scm ?? local.scm;
    const project = site.project.id;
    return {
      tracker: pluginPipeline.tracker(this.sources, issues, { project, home: ofIssues }),
      scm: pluginPipeline.scm(this.sources, changes, { project, home: ofChanges }),
      checks: pluginPipeline.checks(local.checks, elsewhere?.checks ?? null),
    };
  }

  /** The same ones, unless the repository, its branch, the sandbox, the network or where it lives is another. */
  private async forgesFor(site: ProjectSite): Promise<Forges> {
    const { id, path, defaultBranch, settings } = site.project;
    const { sandbox, network, repo, tracker, scm } = settings;
    const madeFor = JSON.stringify([path, defaultBranch, sandbox, network, repo, tracker, scm]);
    const kept = this.forges.get(id);
    if (kept?.madeFor === madeFor) return kept;
    refuseUnknownScm(site);
    const names = takeSeats(this.ground, site.project);
    await this.closeForge(id);
    const current = (): RegisteredProject => this.projectOf(id) ?? site.project;
    const remote = await openRemote({ ground: this.ground, site, current, names });
    const prepared = openProjectPrepared({ ground: this.ground, site, current });
    const ofChecks = { places: this.checkPlaces, prepared };
    const local = openForge({ ground: this.ground, site, current, names: names(ownForge), ...ofChecks });
    const made = { local, remote, names, prepared, madeFor };
    this.forges.set(id, made);
    return made;
  }

  private async closeForge(id: ProjectId): Promise<void> {
    const kept = this.forges.get(id);
    this.forges.delete(id);
    this.sources.forget(id);
    await kept?.remote?.close();
    await kept?.local.close();
    await kept?.prepared.end();
  }
}
