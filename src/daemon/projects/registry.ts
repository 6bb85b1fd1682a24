/** The projects: which repositories were added, and which of their settings hold now. */
import type { Config } from "../../config/config.ts";
import type { EnvironmentVariables } from "../../config/resolve/interpolate.ts";
import { resolveProject } from "../../config/resolve/project-settings.ts";
import { listPromptFiles } from "../../config/resolve/resolve-prompts.ts";
import { closeRules } from "../../config/rules.ts";
import { projectId, type ProjectId, type SessionId } from "../../domain/model/ids.ts";
import { createProject } from "../../domain/core/project.ts";
import { findRepository } from "../../lib/git/find-repository.ts";
import type { Registration } from "../../store/registrations.ts";
import type { Log } from "../../engine/deps.ts";
import { isDamagedRow } from "../../store/docs/doc.ts";
import type { Store } from "../../store/open.ts";
import { planAddition } from "./add-project.ts";
import type {
  AddedProject,
  AddProject,
  ProjectRegistry,
  RegisteredProject,
  RemovedProject,
  RemoveProject,
} from "../context.ts";
import { dropClaim } from "../../config/home-claim.ts";
import { claimRepository } from "./home-claim.ts";
import { judgeProjectFile, type JudgedFile } from "./project-file.ts";
import { readSettingsHistory, readText } from "./project-files.ts";
import { getLayers, createRegisteredProject } from "./registered-project.ts";
import type { Sandboxes } from "../project-plugins/sandbox/sandboxes.ts";

export type RegistryDeps = {
  readonly store: Store;
  /** Its path. */
  readonly home: string;
  readonly env: EnvironmentVariables;
  /** Below the home, for the file of a project that has no folder where it could be written. */
  readonly folderOf: (project: ProjectId) => string;
  readonly homeConfig: () => Config | null;
  /** What `runtime: auto` means on this machine. */
  readonly runtime: string;
  readonly sandboxes: Pick<Sandboxes, "findFor">;
  readonly nowMs: () => number;
  readonly log: Log;
};

type Entry = {
  readonly row: Registration;
  readonly defaultBranch: string;
  readonly judged: JudgedFile;
  /** What git does there next may make settings that wait a person's own. */
  readonly log: string | null;
};

export class Registry implements ProjectRegistry {
  private readonly deps: RegistryDeps;
  private readonly entries = new Map<ProjectId, Entry>();
  private readonly views = new Map<ProjectId, RegisteredProject>();
  private readonly renewedIds = new Set<ProjectId>();
  /** Accepted as the daemon came up, and not told to anybody yet. */
  private readonly acceptedAtBoot = new Map<ProjectId, readonly string[]>();
  private last: Promise<unknown> = Promise.resolve();
  private changed: (project: ProjectId) => Promise<void> = () => Promise.resolve();
  private accepted: (project: ProjectId) => Promise<void> = () => Promise.resolve();

  constructor(deps: RegistryDeps) {
    this.deps = deps;
  }

  /** Called when the settings of a project changed, or it came or went; whoever changes them waits for it. */
  onChange(listener: (project: ProjectId) => Promise<void>): void {
    this.changed = listener;
  }

  /** Called when a person has accepted a project as it is, its git settings too. */
  onAccept(listener: (project: ProjectId) => Promise<void>): void {
    this.accepted = listener;
  }

  readonly all = (): readonly RegisteredProject[] => [...this.views.values()].filter(({ id }) => !this.isLeaving(id));
  readonly get = (id: string): RegisteredProject | undefined =>
    this.isLeaving(projectId(id)) ? undefined : this.views.get(projectId(id));

  /** Also a removed project whose sessions have not ended yet: their work is saved by its plugins. */
  readonly loaded = (id: ProjectId): RegisteredProject | undefined => this.views.get(id);
  readonly loadedIds = (): readonly ProjectId[] => [...this.entries.keys()];

  /** Removed projects whose sessions have not ended yet. */
  readonly leaving = (): readonly ProjectId[] => this.loadedIds().filter((id) => this.isLeaving(id));
  readonly add = (request: AddProject): Promise<AddedProject> =>
    this.oneByOne(async () => {
      const added = await this.addNow(request);
      if (!added.ok) return added;
      const earlier = this.acceptedAtBoot.get(added.project.id) ?? [];
      this.acceptedAtBoot.delete(added.project.id);
      return { ...added, accepted: [...earlier, ...added.accepted] };
    });

  /** As `add`, asked for while no daemon ran: who asked is told of what was accepted once they add it again. */
  readonly addAtBoot = (request: AddProject): Promise<AddedProject> =>
    this.oneByOne(async () => {
      const added = await this.addNow(request);
      if (added.ok && added.accepted.length > 0) this.acceptedAtBoot.set(added.project.id, added.accepted);
      return added;
    });

  /** Their layers in the order they were added: the first may speak for the whole daemon. */
  readonly configs = (): readonly Config[] =>
    [...this.entries.values()].flatMap(({ row, judged }) =>
      judged.layers === null || row.removedMs !== null ? [] : [judged.layers.config],
    );

  /** All that they are read from, files that are not there included. */
  readonly files = (): readonly string[] =>
    [...this.entries.values()].flatMap(({ row, judged, log }) => [
      ...(row.configFile === null ? [] : [row.configFile]),
      ...(judged.waiting === null || log === null ? [] : [log]),
      ...listPromptFiles(getLayers(row, judged)).map(({ file }) => file),
    ]);

  /** May anything be done in it? Not while no settings hold that a person has accepted. */
  readonly isOpen = (id: ProjectId): boolean => (this.entries.get(id)?.judged.layers ?? null) !== null;

  /** At boot the rows become projects again; one whose file is gone keeps what was accepted. */
  readonly restore = (): Promise<void> =>
    this.oneByOne(async () => {
      for (const row of this.deps.store.registrations.all()) {
        if (row.removedMs !== null && this.liveIn(row.id).length === 0) continue;
        await this.take(row, await this.branchOf(row));
      }
    });

  /** A record that cannot be read is begun anew, paused: nobody knows whether it was. */
  private async branchOf({ id, path }: Registration): Promise<string> {
    const { store, log } = this.deps;
    try {
      return store.projects.get(id)?.base.branch ?? "main";
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error({ project: id, error }, "a project's record cannot be read; it was reset and paused");
      const found = await findRepository(path);
      const branch = found.ok ? found.repository.defaultBranch : "main";
      store.transaction(() => store.projects.save({ ...createProject(id, branch), hold: "pause" }));
      this.renewedIds.add(id);
      return branch;
    }
  }

  /** Projects whose record was damaged when the daemon came up. */
  readonly isRenewed = (id: ProjectId): boolean => this.renewedIds.has(id);

  readonly reload = (): Promise<void> =>
    this.oneByOne(async () => {
      for (const { row, defaultBranch } of [...this.entries.values()]) await this.take(row, defaultBranch);
    });

  readonly remove = (id: string, how: RemoveProject): Promise<RemovedProject> =>
    this.oneByOne(() => this.removeNow(id, how));

  /** Lets go of a removed project once none of its sessions is live. */
  readonly unload = (id: ProjectId): Promise<void> =>
    this.oneByOne(async () => {
      if (this.isLeaving(id) && this.liveIn(id).length === 0) await this.letGo(id);
    });

  private async letGo(id: ProjectId): Promise<void> {
    const path = this.views.get(id)?.path;
    if (path !== undefined) dropClaim(path, this.deps.home);
    this.entries.delete(id);
    this.views.delete(id);
    await this.changed(id);
  }

  private async removeNow(id: string, { stopSessions }: RemoveProject): Promise<RemovedProject> {
    const project = this.get(id);
    const entry = project === undefined ? undefined : this.entries.get(project.id);
    if (entry === undefined || project === undefined)
      return refuseRemoval("not_found", `there is no project ${id}; nothing was removed`, null);
    const live = this.liveIn(project.id);
    if (live.length > 0 && !stopSessions) {
      const sessions = live.length === 1 ? "a session of it is" : `${live.length} sessions of it are`;
      return refuseRemoval(
        "in_use",
        `project ${id} was not removed: ${sessions} live`,
        `ao remove-project ${id} --yes`,
      );
    }
    const row = { ...entry.row, removedMs: this.deps.nowMs() };
    this.deps.store.registrations.save(row);
    this.entries.set(project.id, { ...entry, row });
    this.views.set(project.id, closeProject(project));
    if (live.length === 0) await this.letGo(project.id);
    return { ok: true, project, ending: live };
  }

  private liveIn(project: ProjectId): readonly SessionId[] {
    const live = this.deps.store.sessions.page({ live: true, project, before: null, limit: LIVE_MAX });
    return live.map(({ id }) => id);
  }

  private isLeaving(id: ProjectId): boolean {
    return (this.entries.get(id)?.row.removedMs ?? null) !== null;
  }

  private async addNow(request: AddProject): Promise<AddedProject> {
    const { store, env, folderOf, nowMs } = this.deps;
    const planned = await planAddition(request, { rows: store.registrations.all(), env, folderOf });
    if (!planned.ok) return planned;
    const { repository, id, file, text, wrote, before } = planned;
    const row: Registration = {
      id,
      path: repository.path,
      configFile: file,
      accepted: request.accept ? text : (before?.accepted ?? null),
      addedMs: before?.addedMs ?? nowMs(),
      removedMs: null,
    };
    const accepted = request.accept ? await this.readWaiting(id) : [];
    await this.take(row, repository.defaultBranch);
    if (request.accept) await this.accepted(id);
    const project = this.get(id);
    if (project === undefined) throw new Error(`project ${id} was saved and is not there`);
    return { ok: true, project, isNew: before === null || before.removedMs !== null, wrote, accepted };
  }

  /** What waits in a project that is there already, by its file as it is now. */
  private async readWaiting(id: ProjectId): Promise<readonly string[]> {
    const entry = this.get(id) === undefined ? undefined : this.entries.get(id);
    if (entry === undefined) return [];
    await this.take(entry.row, entry.defaultBranch);
    return this.get(id)?.waiting?.lines ?? [];
  }

  /** Reads the project's file, and makes of row and file what holds from now on. */
  private async take(row: Registration, defaultBranch: string): Promise<void> {
    const { configFile: file, accepted, path: repository, id } = row;
    const onDisk = file === null ? null : readText(file);
    const history = await readSettingsHistory({ file, accepted, onDisk });
    const { env, homeConfig: homeConfigOf, store } = this.deps;
    const judged = judgeProjectFile({ file, accepted, onDisk, history, repository, id, home: homeConfigOf(), env });
    const entry: Entry = { row: { ...row, accepted: judged.accepted }, defaultBranch, judged, log: history.log };
    const sandbox = await this.deps.sandboxes.findFor(resolveProject(getLayers(row, judged)));
    const read = createRegisteredProject({ ...entry, runtime: this.deps.runtime, sandbox });
    const view = row.removedMs === null ? this.withClaim(read) : closeProject(read);
    store.transaction(() => {
      store.registrations.save(entry.row);
      this.keepFacts(view);
    });
    const isSame = JSON.stringify(this.views.get(id)) === JSON.stringify(view);
    this.entries.set(id, entry);
    if (isSame) return;
    this.views.set(id, view);
    await this.changed(id);
  }

  /** Two homes on one repository do not know of each other's sessions and landings. */
  private withClaim(project: RegisteredProject): RegisteredProject {
    const other = claimRepository(project.path, this.deps.home);
    if (other === null) return project;
    const sentence = `the home ${other} also works on this repository, and its daemon runs: remove the project from one of them (AO_HOME=${other} ao remove-project ${project.id})`;
    const problem = { file: project.path, line: 1, column: 1, key: "", sentence, severity: "warning" } as const;
    return { ...project, problems: [...project.problems, problem] };
  }

  /** The core's own record of it. Another default branch is another base, of which nothing is known yet. */
  private keepFacts({ id, defaultBranch }: RegisteredProject): void {
    const { projects } = this.deps.store;
    const fresh = createProject(id, defaultBranch);
    const stored = projects.get(id);
    if (stored === null) projects.save(fresh);
    else if (stored.base.branch !== defaultBranch) projects.save({ ...stored, base: fresh.base });
  }

  /** One at a time: two additions of one folder must not become two projects. */
  private oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = Promise.allSettled([this.last]).then(work);
    this.last = next;
    return next;
  }
}

/** More than the fleet ever runs. */
const LIVE_MAX = 10_000;

/** A removed project starts nothing, tells nothing and lands nothing while its sessions end. */
const closeProject = (project: RegisteredProject): RegisteredProject => ({
  ...project,
  rules: closeRules(project.rules),
});

function refuseRemoval(code: "not_found" | "in_use", message: string, attempt: string | null): RemovedProject {
  return { ok: false, error: { code, message, try: attempt } };
}
