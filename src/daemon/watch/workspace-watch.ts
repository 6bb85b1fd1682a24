/**
 * Notices that a person commits in the workspace of a session at rest: one watch on the folder in which its branch lies,
 * no timer of its own and no program started. The branch is read from the disk, and only one that is elsewhere than the
 * session's head is looked at. A hint only: a watch that gets lost is made up for by `checkAll`, now and then.
 */
import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import type { SessionId } from "../../domain/model/ids.ts";
import type { Engine } from "../../engine/engine.ts";
import type { EngineDeps, Log } from "../../engine/deps.ts";
import { toWorkspaceSpec } from "../../engine/perform/context.ts";
import type { Peek } from "../../slots/workspace.ts";

export type WorkspaceWatchOptions = {
  /** The sessions without an open turn. */
  readonly resting: () => readonly SessionId[];
  /** Null: nobody can tell where its branch is. */
  readonly peek: (session: SessionId) => Promise<Peek | null>;
  readonly headOf: (session: SessionId) => string | null;
  readonly look: (session: SessionId) => void;
  readonly log: Log;
};

/** A rebase moves a branch many times, and a fleet commits many times a second: one look a second is soon enough. */
const LOOK_EVERY_MS = 1_000;

type Watched = { readonly watcher: FSWatcher | null; timer: NodeJS.Timeout | null };

export class WorkspaceWatch {
  private readonly options: WorkspaceWatchOptions;
  private readonly watched = new Map<SessionId, Watched>();
  /** The commit that was last looked at: one that is refused is not asked for again and again. */
  private readonly looked = new Map<SessionId, string>();
  private timer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(options: WorkspaceWatchOptions) {
    this.options = options;
  }

  /** Sessions may have begun or ended a turn. */
  readonly syncSoon = (): void => {
    if (this.timer !== null || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.run(() => this.sync());
    }, LOOK_EVERY_MS).unref();
  };

  /** Looks at every session at rest, whatever was noticed. */
  async checkAll(): Promise<void> {
    await this.sync();
    for (const session of this.watched.keys()) await this.check(session);
  }

  close(): void {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const session of [...this.watched.keys()]) this.forget(session);
  }

  private async sync(): Promise<void> {
    const resting = new Set(this.options.resting());
    for (const session of [...this.watched.keys()]) if (!resting.has(session)) this.forget(session);
    for (const session of this.looked.keys()) if (!resting.has(session)) this.looked.delete(session);
    for (const session of resting) if (!this.watched.has(session)) await this.begin(session);
  }

  private async begin(session: SessionId): Promise<void> {
    const found = await this.options.peek(session);
    if (found === null || this.isClosed || this.watched.has(session)) return;
    this.watched.set(session, { watcher: this.open(session, found.refFile), timer: null });
    this.judge(session, found);
  }

  private open(session: SessionId, refFile: string): FSWatcher | null {
    const unwatched = (error: unknown): void =>
      this.options.log.warn({ sessionId: session, error }, "a branch is not watched; it is looked at now and then");
    try {
      const watcher = watch(dirname(refFile), { persistent: false }, (_, name) => {
        if (name === null || name === basename(refFile)) this.checkSoon(session);
      });
      watcher.on("error", unwatched);
      return watcher;
    } catch (error) {
      unwatched(error);
      return null;
    }
  }

  private checkSoon(session: SessionId): void {
    const watched = this.watched.get(session);
    if (watched === undefined || watched.timer !== null) return;
    watched.timer = setTimeout(() => {
      watched.timer = null;
      this.run(() => this.check(session));
    }, LOOK_EVERY_MS).unref();
  }

  private async check(session: SessionId): Promise<void> {
    const found = await this.options.peek(session);
    if (found !== null && this.watched.has(session)) this.judge(session, found);
  }

  private judge(session: SessionId, { commit }: Peek): void {
    if (commit === null || commit === this.options.headOf(session) || this.looked.get(session) === commit) return;
    this.looked.set(session, commit);
    this.options.look(session);
  }

  private forget(session: SessionId): void {
    const watched = this.watched.get(session);
    this.watched.delete(session);
    if (watched?.timer !== undefined && watched.timer !== null) clearTimeout(watched.timer);
    watched?.watcher?.close();
  }

  private run(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.options.log.error({ error }, "workspaces could not be looked at"));
  }
}

type Parts = {
  readonly engine: Engine;
  readonly deps: Pick<EngineDeps, "store" | "slotsOf">;
  readonly log: Log;
  readonly later: (close: () => void) => void;
};

/** Over the sessions that the engine knows. */
export function watchWorkspaces({ engine, deps: { store, slotsOf }, log, later }: Parts): WorkspaceWatch {
  const peek = async (id: SessionId): Promise<Peek | null> => {
    const session = store.sessions.get(id);
    const plugin = session === null ? undefined : slotsOf(session.project)?.workspace(session.agent.workspace);
    const found = session === null ? undefined : await plugin?.peek?.(toWorkspaceSpec(session));
    return found?.ok === true ? found.value : null;
  };
  const workspaces = new WorkspaceWatch({
    resting: () => store.sessions.withoutTurn(),
    headOf: (id) => store.sessions.get(id)?.head ?? null,
    look: (id) => engine.lookAtWorkspace(id),
    peek,
    log,
  });
  later(() => workspaces.close());
  later(engine.onCommit(workspaces.syncSoon));
  workspaces.syncSoon();
  return workspaces;
}
