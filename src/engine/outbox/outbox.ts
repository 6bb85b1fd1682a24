/**
 * The outbox. Effects that were committed are performed at least once, lane by lane. There is no mark for "started": after
 * a crash every effect without an outcome may have been done, so its performer is told to look first. What can happen to
 * an entry on the way to its outcome is told in `store/outbox.ts`.
 */
import type { Effect } from "../../domain/core/effect.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Now } from "../../domain/model/now.ts";
import type { OutboxRow } from "../../store/outbox.ts";
import { isOutage, StoreError } from "../../lib/database/store-error.ts";
import type { CountedTime } from "../counted-time.ts";
import { isCrash } from "../crash.ts";
import type { EngineDeps } from "../deps.ts";
import { endEffect } from "./end-effect.ts";
import { performWithHooks } from "./hooks.ts";
import { ingest } from "../inbox/ingest.ts";
import type { Arrival } from "../inbox/arrival.ts";
import { isLongRunning, limitMs } from "./lanes.ts";
import { retryFor, type EffectOutcome } from "./outcome.ts";
import { findCredential } from "../perform/credential.ts";
import { NotLoadedError } from "../perform/context.ts";
import { performEffect } from "../perform/perform.ts";
import { raise } from "../inbox/record.ts";
import { describeError } from "../../lib/disk-errors/describe-error.ts";

type Waiting = Pick<OutboxRow, "seq" | "slot">;
type Finished = { readonly row: OutboxRow; readonly outcome: EffectOutcome };

/** After each commit, when the next due time may have changed; and when the store could not keep what was done. */
type OutboxHooks = { readonly committed: () => void; readonly onOutage: () => void };

const slotMax: Readonly<Record<string, number>> = {
  workspace: limits.workspaceEffectsMax,
  checks: limits.checkRunsMax,
};

export class Outbox {
  private readonly deps: EngineDeps;
  private readonly time: CountedTime;
  private readonly hooks: OutboxHooks;
  /** What was pending when we came up may have been done by the daemon before us. */
  private readonly bootSeq: number;
  private readonly underWay = new Map<number, OutboxRow>();
  private readonly timeouts = new Map<number, () => void>();
  private readonly finished: Finished[] = [];
  /** Performed, but their outcome could not be written. */
  private readonly unrecorded = new Set<number>();
  private drained: (() => void) | null = null;
  private isClosed = false;
  private readonly leaving = Promise.withResolvers<void>();

  constructor(deps: EngineDeps, time: CountedTime, hooks: OutboxHooks) {
    this.deps = deps;
    this.time = time;
    this.hooks = hooks;
    this.bootSeq = deps.store.outbox.lastSeq();
  }

  /**
   * Takes news, together with every outcome that came in meanwhile: one transaction, one sync for all of them. When it
   * returns they are durable and decided; it throws if they could not be kept.
   */
  commit(arrivals: readonly Arrival[]): void {
    const batch = this.finished.splice(0);
    const now = this.time.now();
    const endings = batch.map(({ row, outcome }) => endEffect(this.deps, row, outcome, now));
    const fromEffects = endings.flatMap((ending) => ending.arrivals);
    for (const { row } of batch) this.unrecorded.add(row.seq);
    try {
      if (batch.length > 0) this.deps.failpoint("outcome:before");
      ingest(this.deps, [...fromEffects, ...arrivals], now, () => {
        for (const ending of endings) ending.write();
      });
      for (const { row } of batch) this.unrecorded.delete(row.seq);
      if (batch.length > 0) this.deps.failpoint("outcome:after");
    } finally {
      for (const { row } of batch) this.underWay.delete(row.seq);
      if (this.isIdle()) this.drained?.();
    }
    this.dispatch();
    this.hooks.committed();
  }

  /** Starts every effect that is due and has room. */
  dispatch(): void {
    if (this.drained !== null) return;
    const now = this.time.now();
    const seen = new Set<number>();
    const skip = ({ seq, slot }: Waiting): boolean => seen.has(seq) || this.underWay.has(seq) || !this.hasRoom(slot);
    for (;;) {
      const rows = this.ready(now, skip);
      for (const row of rows) {
        seen.add(row.seq);
        if (this.hasRoom(row.slot) && !this.isCooling(row.effect, now)) this.start(row);
      }
      if (rows.length < limits.effectsReadyMax) return;
    }
  }

  /** A row that cannot be read any more is given up by its number, and a person hears of it; the others go on. */
  private ready(now: Now, skip: (row: Waiting) => boolean): readonly OutboxRow[] {
    try {
      return this.deps.store.outbox.ready(now.countedMs, limits.effectsReadyMax, skip);
    } catch (error) {
      if (!(error instanceof StoreError) || error.row?.table !== "outbox") throw error;
      const { row, message } = error;
      const what = `row ${row.id} of the outbox`;
      this.deps.log.error({ seq: row.id, error }, "an effect could not be read; it is given up");
      this.deps.store.transaction(() => {
        this.deps.store.outbox.finish(Number(row.id), "failed", message, now.countedMs);
        raise(this.deps, { what, about: what, text: `An effect could not be read and was given up: ${message}` }, now);
      });
      return this.ready(now, skip);
    }
  }

  /**
   * Starts nothing new, and resolves when all that ends soon has ended. What does not is left behind: its row has no
   * outcome, so the next daemon's performer looks first.
   */
  drain(): Promise<void> {
    this.leaving.resolve();
    return new Promise((resolve) => {
      const cancel = this.deps.clock.after(limits.drainMs, () => this.drained?.());
      this.drained = () => {
        this.isClosed = true;
        cancel();
        for (const cancelTimeout of this.timeouts.values()) cancelTimeout();
        resolve();
      };
      if (this.isIdle()) this.drained();
    });
  }

  private isIdle(): boolean {
    return [...this.underWay.values()].every(({ effect }) => isLongRunning(effect));
  }

  /** Bounded for each slot; workspaces more tightly, since git serialises most of that work in the repository anyway. */
  private hasRoom(slot: string): boolean {
    const max = slotMax[slot] ?? limits.effectsPerSlotMax;
    let same = 0;
    for (const other of this.underWay.values()) if (other.slot === slot) same += 1;
    return same < max;
  }

  private isCooling(effect: Effect, now: Now): boolean {
    const credential = findCredential(this.deps, effect);
    return credential !== null && this.deps.store.cooldowns.untilMs(credential) > now.wallMs;
  }

  private start(row: OutboxRow): void {
    this.underWay.set(row.seq, row);
    this.deps.failpoint("effect:before");
    // A cool-down counts as no attempt, but leaves its error: of several channels some may have been told before it.
    const wasBegun = row.attempts > 0 || row.error !== null || this.unrecorded.has(row.seq);
    const maybeDone = row.seq <= this.bootSeq || wasBegun;
    const circumstances = { maybeDone, leaving: this.leaving.promise };
    const work = performWithHooks(this.deps, row.effect, () => performEffect(this.deps, row.effect, circumstances));
    this.withTimeout(row, work)
      .then((outcome) => this.finish(row, outcome))
      .catch((error: unknown) => {
        this.underWay.delete(row.seq);
        if (!isCrash(error))
          this.deps.log.error({ effect: row.effect.key, error }, "an effect went astray; it is looked at again");
      });
  }

  private finish(row: OutboxRow, outcome: EffectOutcome): void {
    if (this.isClosed) return;
    this.deps.failpoint("effect:after");
    this.finished.push({ row, outcome });
    if (this.finished.length === 1) this.deps.clock.soon(() => this.flush());
  }

  private flush(): void {
    if (this.finished.length === 0) return;
    try {
      this.commit([]);
    } catch (error) {
      // They could not be written (a full disk, say): the rows stay, and their performers will look first.
      if (!isCrash(error)) this.deps.log.error({ error }, "outcomes of effects could not be recorded");
      if (isOutage(error)) this.hooks.onOutage();
    }
  }

  /** A plugin that throws or hangs is its own trouble, not the daemon's. */
  private withTimeout({ seq, effect }: OutboxRow, work: Promise<EffectOutcome>): Promise<EffectOutcome> {
    const ms = limitMs(effect);
    return new Promise((resolve) => {
      const hangs = (): void => resolve(retryFor(`no answer within ${Math.round(ms / 1000)} s`));
      this.timeouts.set(seq, this.deps.clock.after(ms, hangs));
      work
        .catch((error: unknown) => {
          if (!(error instanceof NotLoadedError)) this.deps.log.error({ error }, "a performer threw");
          return retryFor(describeError(error));
        })
        .then(resolve)
        .finally(() => this.timeouts.get(seq)?.())
        .catch((error: unknown) => this.deps.log.error({ error }, "a timer could not be cancelled"));
    });
  }
}
