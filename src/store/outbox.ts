/**
 * What is to be done, each deed once by its key. Committed with the facts that ask for it, performed afterwards.
 *
 * - Pending: a row has no `outcome`. It does not begin before `dueMs`, nor before all earlier rows of its lane have an
 *   outcome. Then the outbox starts it as soon as its slot has room and its credential is not in a cool-down.
 * - Under way: only the running daemon knows; the row does not change when its performer starts. So a row that was
 *   pending when the daemon came up, that was tried before, or whose outcome could not be stored may have been done:
 *   its performer is told to look first.
 * - Retry: the performer asked for it, threw, or did not answer in time. The row stays pending, with one more attempt,
 *   the error, and a due time further away after each attempt. When its attempts are used up, it is `failed`. A new
 *   effect in the lane of a session makes a retry there due at once.
 * - Cool-down: the provider said "not before". The row stays pending with the error, and no attempt is counted. It
 *   waits until its credential may be used again; without a credential, until the wait is over.
 * - `done`: written in the transaction that takes the performer's news.
 * - `failed`: a retry would not help, or the attempts are used up. The same transaction takes the news `effect_failed`;
 *   only a notice has nobody to report to. A row that cannot be read is `failed`, too, and a person is told.
 *
 * The first outcome is final, and the next row of the lane may begin. A finished row is kept for at least
 * `dedupKeptMs`: meanwhile, a deed with the same key is not added again.
 */
import type { Effect } from "../domain/core/effect.ts";
import type { ObservationId } from "../domain/model/ids.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readDoc, writeDoc } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type NewOutboxRow = {
  /** Effects of one lane are performed one after the other. */
  readonly lane: string;
  readonly slot: string;
  /** The observation that asked for it, or null. */
  readonly cause: ObservationId | null;
  readonly dueMs: Ms;
  readonly nowMs: Ms;
};

export type OutboxRow = {
  readonly seq: number;
  readonly effect: Effect;
  readonly lane: string;
  readonly slot: string;
  readonly cause: ObservationId | null;
  readonly attempts: number;
  readonly dueMs: Ms;
  readonly createdMs: Ms;
  readonly finishedMs: Ms | null;
  readonly outcome: "done" | "failed" | null;
  readonly error: string | null;
};

type Skip = (row: Pick<OutboxRow, "seq" | "slot">) => boolean;
type StoredRow = Omit<OutboxRow, "effect"> & { readonly doc: string };

const columns = `seq, lane, slot, cause, attempts, due_ms AS dueMs, created_ms AS createdMs, finished_ms AS finishedMs, outcome, error, doc`;

export type OutboxTable = ReturnType<typeof createOutboxTable>;

export function createOutboxTable(db: Connection) {
  return createQueries(db, {
    add,
    get,
    byKey: selectByKey,
    ready: selectReady,
    lastSeq: selectLastSeq,
    hurry: updateToHurry,
    putOff,
    pending: selectPending,
    nextDueMs: selectNextDueMs,
    unfinishedOfLane: selectUnfinishedInLane,
    retryLater,
    finish,
    prune,
  });
}

/** False when a deed of this key is known, done or not. */
function add(db: Connection) {
  const insert = db.prepare<[string, string, string, string, string | null, Ms, Ms, string]>(`
    INSERT INTO outbox (key, kind, lane, slot, cause, due_ms, created_ms, doc) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING`);
  return (effect: Effect, { lane, slot, cause, dueMs, nowMs }: NewOutboxRow): boolean =>
    insert.run(effect.key, effect.kind, lane, slot, cause, dueMs, nowMs, writeDoc(effect)).changes === 1;
}

function get(db: Connection) {
  const select = db.prepare<[number], StoredRow>(`SELECT ${columns} FROM outbox WHERE seq = ?`);
  return (seq: number): OutboxRow | null => readRow(select.get(seq));
}

function selectByKey(db: Connection) {
  const select = db.prepare<[string], StoredRow>(`SELECT ${columns} FROM outbox WHERE key = ?`);
  return (key: string): OutboxRow | null => readRow(select.get(key));
}

/**
 * What may be begun, in the order it was asked for: due, and first in its lane. One that waits for its turn or its time
 * holds back those behind it; what is skipped takes no place among the `limit`. Sorted here: setting a sorter up costs SQLite far more than finding these few rows.
 */
function selectReady(db: Connection) {
  const select = db.prepare<[Ms], StoredRow>(`
    SELECT ${columns} FROM outbox INDEXED BY outbox_pending
    WHERE outcome IS NULL AND due_ms <= ? AND NOT EXISTS (
      SELECT 1 FROM outbox AS earlier
      WHERE earlier.lane = outbox.lane AND earlier.outcome IS NULL AND earlier.seq < outbox.seq)`);
  return (nowMs: Ms, limit: number, skip: Skip = () => false): readonly OutboxRow[] =>
    select
      .all(nowMs)
      .filter((row) => !skip(row))
      .sort((left, right) => left.seq - right.seq)
      .slice(0, limit)
      .map(readKnownRow);
}

/** The highest number given so far: what is pending up to it was committed before. */
function selectLastSeq(db: Connection) {
  const select = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").pluck();
  return (): number => select.get() ?? 0;
}

/** Somebody waits behind a retry in this lane: it is tried at once. */
function updateToHurry(db: Connection) {
  const update = db.prepare<[Ms, string, Ms]>(
    "UPDATE outbox SET due_ms = ? WHERE lane = ? AND outcome IS NULL AND attempts > 0 AND due_ms > ?",
  );
  return (lane: string, nowMs: Ms): void => void update.run(nowMs, lane, nowMs);
}

/** None of this slot is begun before. */
function putOff(db: Connection) {
  const update = db.prepare<[Ms, string, Ms]>(
    "UPDATE outbox SET due_ms = ? WHERE slot = ? AND outcome IS NULL AND due_ms < ?",
  );
  return (slot: string, untilMs: Ms): void => void update.run(untilMs, slot, untilMs);
}

function selectPending(db: Connection) {
  const select = db.prepare<[], number>("SELECT count(*) FROM outbox WHERE outcome IS NULL").pluck();
  return (): number => select.get() ?? 0;
}

/** When the next one comes due; what is due already is begun or waits for room, not for time. */
function selectNextDueMs(db: Connection) {
  const select = db
    .prepare<[Ms], Ms | null>("SELECT min(due_ms) FROM outbox WHERE outcome IS NULL AND due_ms > ?")
    .pluck();
  return (nowMs: Ms): Ms | null => select.get(nowMs) ?? null;
}

function selectUnfinishedInLane(db: Connection) {
  const select = db.prepare<[string], StoredRow>(
    `SELECT ${columns} FROM outbox WHERE outcome IS NULL AND lane = ? ORDER BY seq`,
  );
  return (lane: string): readonly OutboxRow[] => select.all(lane).map(readKnownRow);
}

function retryLater(db: Connection) {
  const update = db.prepare<[number, Ms, string, number]>(
    "UPDATE outbox SET attempts = ?, due_ms = ?, error = ? WHERE seq = ?",
  );
  return (
    seq: number,
    { attempts, dueMs, error }: { readonly attempts: number; readonly dueMs: Ms; readonly error: string },
  ): void => void update.run(attempts, dueMs, error, seq);
}

/** The first outcome stands. */
function finish(db: Connection) {
  const update = db.prepare<["done" | "failed", string | null, Ms, number]>(
    "UPDATE outbox SET outcome = ?, error = ?, finished_ms = ? WHERE seq = ? AND outcome IS NULL",
  );
  return (seq: number, outcome: "done" | "failed", error: string | null, nowMs: Ms): void =>
    void update.run(outcome, error, nowMs, seq);
}

/** Rows come in the order of time, so the search ends at the first young one. */
function prune(db: Connection) {
  const remove = db.prepare<[{ beforeMs: Ms; limit: number }]>(`
    DELETE FROM outbox WHERE seq IN (
      SELECT seq FROM outbox
      WHERE finished_ms < :beforeMs
        AND seq < coalesce((SELECT seq FROM outbox WHERE created_ms >= :beforeMs ORDER BY seq LIMIT 1), 1e15)
      ORDER BY seq LIMIT :limit)`);
  return (beforeMs: Ms, limit: number): number => remove.run({ beforeMs, limit }).changes;
}

function readRow(row: StoredRow | undefined): OutboxRow | null {
  return row === undefined ? null : readKnownRow(row);
}

function readKnownRow({ doc, ...row }: StoredRow): OutboxRow {
  return { ...row, effect: readDoc<Effect>("outbox", row.seq, doc) };
}
