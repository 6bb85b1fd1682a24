/**
 * Notices that a person moved a branch: one watch on the folder of a repository's branches, one on the file that holds
 * packed ones. Branches of agents lie a folder deeper and are none of its business. A hint only: the sweep looks anyway.
 */
import { watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Log } from "../../engine/deps.ts";

/** A rebase moves a branch many times; one look a second is soon enough for a person. */
const LOOK_EVERY_MS = 1_000;

type Watched = { readonly gitDir: string; readonly watchers: readonly FSWatcher[]; timer: NodeJS.Timeout | null };

export class RefWatch {
  private readonly look: (project: ProjectId) => void;
  private readonly log: Log;
  private readonly watched = new Map<ProjectId, Watched>();

  constructor(look: (project: ProjectId) => void, log: Log) {
    this.look = look;
    this.log = log;
  }

  watch(project: ProjectId, gitDir: string): void {
    if (this.watched.get(project)?.gitDir === gitDir) return;
    this.forget(project);
    const branches = this.open(project, join(gitDir, "refs", "heads"), (name) => !name.endsWith(".lock"));
    const packed = this.open(project, gitDir, (name) => name === "packed-refs");
    this.watched.set(project, { gitDir, watchers: [...branches, ...packed], timer: null });
  }

  forget(project: ProjectId): void {
    const watched = this.watched.get(project);
    if (watched === undefined) return;
    this.watched.delete(project);
    if (watched.timer !== null) clearTimeout(watched.timer);
    for (const watcher of watched.watchers) watcher.close();
  }

  closeAll(): void {
    for (const project of [...this.watched.keys()]) this.forget(project);
  }

  private open(project: ProjectId, folder: string, isNews: (name: string) => boolean): readonly FSWatcher[] {
    const unwatched = (error: unknown): void =>
      this.log.warn({ project, folder, error }, "branches are not watched; the sweep looks at them");
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || isNews(name)) this.soon(project);
      });
      watcher.on("error", unwatched);
      return [watcher];
    } catch (error) {
      unwatched(error);
      return [];
    }
  }

  private soon(project: ProjectId): void {
    const watched = this.watched.get(project);
    if (watched === undefined || watched.timer !== null) return;
    watched.timer = setTimeout(() => {
      watched.timer = null;
      this.look(project);
    }, LOOK_EVERY_MS);
    watched.timer.unref();
  }
}
