/**
 * The engine: inbox → decide and schedule → one transaction → outbox → performers → news, and around again. It writes all
 * facts, effects and notices of its store. Before it dispatches anything at boot it looks at the world (`recover.ts`).
 */
import type { ProjectId, SessionId, TurnId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import type { Ms, Now } from "../domain/model/now.ts";
import type { News } from "../domain/core/observation.ts";
import { schedule } from "../domain/schedule/schedule.ts";
import { getOpenTurn, type Session } from "../domain/session/session.ts";
import { prune } from "../store/prune.ts";
import { CountedTime } from "./counted-time.ts";
import { isCrash } from "./crash.ts";
import type { EngineDeps } from "./deps.ts";
import { decideLeftOvers, ingest } from "./inbox/ingest.ts";
import type { Arrival } from "./inbox/arrival.ts";
import { Lookout } from "./lookout.ts";
import { IssueLooks } from "./issue-looks.ts";
import { lookAtIssue } from "./observe/look-at-issue.ts";
import { settleOver } from "./notices/settle-over.ts";
import { tellHeld } from "./notices/tell-held.ts";
import { createCursors, observeProject, type Cursors } from "./observe/project.ts";
import { observeTurn, type TurnCursors } from "./observe/turn.ts";
import { observeWorkspace } from "./observe/workspace.ts";
import { Outbox } from "./outbox/outbox.ts";
import { loadBoard } from "./scheduling.ts";
import { raise } from "./inbox/record.ts";
import { recover } from "./recover.ts";

/** Since when nobody can tell what a turn does, on the counted clock, and why. */
export type ProbeFailure = { readonly why: string; readonly sinceMs: Ms };

export class Engine {
  private readonly deps: EngineDeps;
  private readonly time: CountedTime;
  private readonly outbox: Outbox;
  private readonly lookout: Lookout;
  private readonly cursors = new Map<ProjectId, Cursors>();
  private readonly turnCursors: TurnCursors = new Map();
  private readonly looks = new IssueLooks();
  private readonly notSeen = new Map<TurnId, ProbeFailure>();
  private readonly listeners = new Set<() => void>();
  private cancelTimer: () => void = () => undefined;
  private sweptAtMs = -Infinity;
  private prunedAtMs = -Infinity;
  private damageSoughtAtMs = -Infinity;
  private noticesArriveUntilMs = -Infinity;
  private stopped = false;

  constructor(given: EngineDeps) {
    const deps = { ...given, looks: this.looks };
    this.deps = deps;
    this.time = new CountedTime(deps.store, deps.clock);
    const onOutage = (): void => this.afterOutage();
    this.outbox = new Outbox(deps, this.time, { committed: () => this.afterCommit(), onOutage });
    this.lookout = new Lookout({ log: deps.log, take: (arrivals) => this.take(arrivals), onOutage });
  }

  /** Reconciles with the world, then begins to act. */
  async start(): Promise<void> {
    this.deps.failpoint("recover");
    this.letNoticesArrive();
    const recovered = await recover(this.deps, this.turnCursors);
    const found = [...recovered, ...(this.deps.newsAtBoot?.() ?? []).map((news) => ({ news }))];
    if (found.length > 0) ingest(this.deps, found, this.time.now());
    this.tick();
  }

  /** What the daemon before us told a channel may still be on its way: whoever asks the channel at once is told it was not sent. */
  private letNoticesArrive(): void {
    const { store } = this.deps;
    this.noticesArriveUntilMs = this.time.now().countedMs + limits.noticeOnItsWayMs;
    store.transaction(() => store.outbox.putOff("notifier", this.noticesArriveUntilMs));
  }

  /** Takes news; when it returns, they are durable and decided. Throws if they could not be kept. */
  take(arrivals: readonly Arrival[]): void {
    this.outbox.commit(arrivals);
  }

  now(): Now {
    return this.time.now();
  }

  /** Calls back after each commit until the answer is called. A hint, too: whoever misses one looks again later. */
  onCommit(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Why the scheduler lets sessions, issues and changes wait, by their ids. */
  waiting(): ReadonlyMap<string, string> {
    return new Map(schedule(loadBoard(this.deps, this.time.now())).waiting.map(({ what, why }) => [what, why]));
  }

  /** Why the turn's state cannot be told now; null when the last look at it succeeded. */
  notKnown(turn: TurnId): ProbeFailure | null {
    return this.notSeen.get(turn) ?? null;
  }

  /** Settings are others than before: what had to wait may go on. */
  replan(): void {
    this.tick();
  }

  /** A hint: the session's turn may have said something. Losing one costs time, never truth. */
  lookAtTurn(id: SessionId): void {
    let read: TurnId | null = null;
    this.lookout.look(`turn:${id}`, {
      read: async () => {
        const session = this.deps.store.sessions.get(id);
        read = session === null ? null : (getOpenTurn(session)?.id ?? null);
        return session === null || read === null ? [] : this.readTurn(session, read);
      },
      forget: () => void (read !== null && this.turnCursors.delete(read)),
    });
  }

  /** A hint: somebody may have committed in the workspace of a session at rest. */
  lookAtWorkspace(id: SessionId): void {
    this.lookout.look(`workspace:${id}`, { read: () => observeWorkspace(this.deps, id), forget: () => undefined });
  }

  /** A hint: something may have happened at the project's tracker or forge. */
  lookAtProject(id: ProjectId): void {
    const cursors = this.cursors.get(id) ?? createCursors();
    this.cursors.set(id, cursors);
    this.lookout.look(`project:${id}`, {
      read: () => observeProject(this.deps, id, cursors),
      forget: () => void Object.assign(cursors, createCursors()),
    });
  }

  /** What may begin and was not looked at just now; when it was, the scheduler looks again. */
  private lookBeforeStarts(): void {
    for (const issue of this.looks.takeAsked())
      this.lookout.look(`issue:${issue.id}`, {
        read: async () => {
          const arrivals = await lookAtIssue(this.deps, this.looks, issue);
          if (this.stopped) return [];
          this.take(arrivals);
          this.tick();
          return [];
        },
        forget: () => undefined,
      });
  }

  private async readTurn(session: Session, turn: TurnId): Promise<readonly Arrival[]> {
    try {
      const { arrivals, notSeen } = await observeTurn(this.deps, { session, turn }, this.turnCursors);
      this.see(turn, notSeen);
      return arrivals;
    } catch (error) {
      this.see(turn, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private see(turn: TurnId, why: string | null): void {
    const sinceMs = this.notSeen.get(turn)?.sinceMs ?? this.time.now().countedMs;
    if (why === null) this.notSeen.delete(turn);
    else this.notSeen.set(turn, { why: this.deps.redact(why), sinceMs });
  }

  /** Starts nothing new and resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer();
    this.lookout.close();
    await this.outbox.drain();
  }

  /** Looks at the clock: deadlines, retries, what only the time has changed. */
  private tick(): void {
    if (this.stopped) return;
    const isDone = this.guarded("a tick failed; it is tried again", () => {
      const now = this.time.now();
      this.deps.store.transaction(() => this.time.remember());
      const due = listDueNews(this.deps, now);
      if (due.length > 0) this.outbox.commit(due.map((news) => ({ news })));
      decideLeftOvers(this.deps, now);
      if (now.countedMs - this.sweptAtMs >= this.deps.sweepMs) this.sweep(now);
      this.outbox.dispatch();
      this.lookBeforeStarts();
      this.tellListeners();
    });
    this.armTimer(isDone ? 0 : limits.tickFailedMs);
  }

  /** Hints get lost, so everything that is open is looked at again now and then. */
  private sweep(now: Now): void {
    this.sweptAtMs = now.countedMs;
    if (now.countedMs - this.prunedAtMs >= limits.pruneEveryMs) this.prune(now);
    this.tellDamaged(now);
    const open = this.deps.store.sessions.openTurns();
    for (const turn of this.notSeen.keys()) if (!open.some((other) => other.turn === turn)) this.notSeen.delete(turn);
    for (const { session } of open) this.lookAtTurn(session);
    for (const project of this.deps.store.projects.all()) this.lookAtProject(project.id);
    this.tellPeople();
  }

  /** What waited for its moment; and that what they were told is over. */
  private tellPeople(): void {
    const { notices, store, clock } = this.deps;
    if (notices === undefined) return;
    const mayStillArrive = (): boolean => this.time.now().countedMs < this.noticesArriveUntilMs;
    const read = async (): Promise<readonly Arrival[]> => {
      await tellHeld({ store, clock, ...notices, mayStillArrive });
      await settleOver({ store, clock, ...notices });
      return [];
    };
    this.lookout.look("notices", { read, forget: () => undefined });
  }

  /** Others go on without them, so nobody would notice. */
  private tellDamaged(now: Now): void {
    if (now.countedMs - this.damageSoughtAtMs < limits.damageSoughtEveryMs) return;
    this.damageSoughtAtMs = now.countedMs;
    const { store } = this.deps;
    const damaged = store.findDamagedRows({ limit: limits.damagedRowsTold, depth: "shallow" });
    if (damaged.length === 0) return;
    store.transaction(() => {
      for (const { table, id, why } of damaged) {
        const what = `row ${id} of ${table}`;
        raise(
          this.deps,
          { what, about: what, text: `${why}. Everything else continues; run \`ao doctor\` for details.` },
          now,
        );
      }
    });
  }

  private prune(now: Now): void {
    // A full batch means there is more: the next sweep goes on.
    if (!prune(this.deps.store, now).more) this.prunedAtMs = now.countedMs;
  }

  private afterCommit(): void {
    this.armTimer();
    this.lookBeforeStarts();
    this.tellListeners();
  }

  /** What was seen or done meanwhile is not known to the store: the next tick that succeeds looks at everything again. */
  private afterOutage(): void {
    this.sweptAtMs = -Infinity;
    this.armTimer(limits.tickFailedMs);
  }

  private tellListeners(): void {
    for (const listener of this.listeners) this.guarded("a listener failed", listener);
  }

  private armTimer(atLeastMs = 0): void {
    this.cancelTimer();
    if (this.stopped) return;
    const now = this.time.now();
    const untilSweepMs = this.sweptAtMs + this.deps.sweepMs - now.countedMs;
    // Without a timer nothing would ever go on: one that cannot be read from the store is a short one.
    let waitMs: number = limits.tickFailedMs;
    this.guarded("what is due next could not be read", () => {
      waitMs = Math.max(atLeastMs, computeWaitMs(this.deps, now, untilSweepMs));
    });
    this.time.expectLook(waitMs);
    this.cancelTimer = this.deps.clock.after(waitMs, () => this.tick());
  }

  /** What no caller waits for must not bring the daemon down: a full disk, say, passes, and the next tick goes on. */
  private guarded(message: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!isCrash(error)) this.deps.log.error({ error }, message);
      return false;
    }
  }
}

function listDueNews(deps: EngineDeps, now: Now): readonly News[] {
  const { sessions, changes } = deps.store;
  const dueSessions = sessions.due(now.countedMs, limits.inboxBatchMax);
  const dueChanges = changes.due(now.countedMs, limits.inboxBatchMax);
  return [
    ...dueSessions.map((session): News => ({ kind: "due", subject: { kind: "session", session } })),
    ...dueChanges.map((change): News => ({ kind: "due", subject: { kind: "change", change } })),
  ];
}

/** The next moment anything is due, but never later than the regular look at the world. */
function computeWaitMs(deps: EngineDeps, now: Now, untilSweepMs: number): number {
  const { sessions, changes, outbox, cooldowns, inbox, projects } = deps.store;
  // What a full batch left over has waited long enough.
  if (inbox.hasUndecided()) return limits.tickMinMs;
  const resets = [cooldowns.nextEndMs(now.wallMs), projects.nextUnparkMs(now.wallMs)];
  const dues = [sessions.nextDueMs(), changes.nextDueMs(), outbox.nextDueMs(now.countedMs)];
  const waits = [
    ...dues.flatMap((dueMs) => (dueMs === null ? [] : [dueMs - now.countedMs])),
    ...resets.flatMap((endMs) => (endMs === null ? [] : [endMs - now.wallMs])),
  ];
  const next = Math.min(untilSweepMs, deps.sweepMs, ...waits);
  return Math.max(next, limits.tickMinMs);
}
