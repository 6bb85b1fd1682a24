/** Retention. The audit log, the facts and what was set aside stay. */
import { limits } from "../domain/model/limits.ts";
import type { Now } from "../domain/model/now.ts";
import type { Store } from "./open.ts";

/** Rows of one table removed in one transaction: a few milliseconds, so that nobody waits for the sweep. */
const BATCH_ROWS = 1_000;

export type Pruned = {
  readonly inbox: number;
  readonly requests: number;
  readonly sentNotices: number;
  readonly outbox: number;
  readonly events: number;
  /** A batch was full: call again soon. */
  readonly more: boolean;
};

/** One batch of each table. Observations, requests, notices and events carry wall time; effects and the ends of sessions, counted time. */
export function prune(store: Store, now: Pick<Now, "wallMs" | "countedMs">, batchRows = BATCH_ROWS): Pruned {
  const cutoff = {
    beforeMs: now.wallMs - limits.eventsKeptMs,
    endedBeforeMs: now.countedMs - limits.eventsKeptMs,
    limit: batchRows,
  };
  const inbox = store.transaction(() => store.inbox.prune(now.wallMs - limits.dedupKeptMs, batchRows));
  const requests = store.transaction(() => store.requests.prune(now.wallMs - limits.dedupKeptMs, batchRows));
  const sentNotices = store.transaction(() => store.sentNotices.prune(now.wallMs - limits.eventsKeptMs, batchRows));
  const outbox = store.transaction(() => store.outbox.prune(now.countedMs - limits.dedupKeptMs, batchRows));
  const events = store.transaction(() => store.events.prune(cutoff));
  const removed = { inbox, requests, sentNotices, outbox, events };
  return { ...removed, more: Object.values(removed).includes(batchRows) };
}
