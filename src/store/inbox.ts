/** What was seen, durable before it is decided. A dedup key counts once for as long as its row is kept. */
import type { ObservationId } from "../domain/model/ids.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Observation } from "../domain/core/observation.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readDoc, writeDoc } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type NewInboxRow = {
  readonly id: ObservationId;
  readonly dedupKey: string | null;
  readonly seenMs: Ms;
  readonly state: "new" | "done";
  readonly observation: Observation;
};

export type InboxRow = { readonly seq: number; readonly seenMs: Ms; readonly observation: Observation };

export type SetAsideRow = {
  readonly seq: number;
  readonly id: ObservationId;
  readonly kind: string;
  readonly seenMs: Ms;
  readonly error: string;
};

export type InboxTable = ReturnType<typeof createInboxTable>;

export function createInboxTable(db: Connection) {
  return createQueries(db, {
    add,
    undecided: selectUndecided,
    hasUndecided,
    markDone,
    markNew,
    setAside,
    putAside,
    prune,
  });
}

/** The row's number; null when the dedup key was seen before. What is decided in the same transaction begins as `done`. */
function add(db: Connection) {
  const insert = db.prepare<[ObservationId, string | null, string, Ms, string, string]>(`
    INSERT INTO inbox (id, dedup_key, kind, seen_ms, state, doc) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (dedup_key) WHERE dedup_key IS NOT NULL DO NOTHING`);
  return ({ id, dedupKey, seenMs, state, observation }: NewInboxRow): number | null => {
    const { kind } = observation;
    const { changes, lastInsertRowid } = insert.run(id, dedupKey, kind, seenMs, state, writeDoc(observation));
    return changes === 1 ? Number(lastInsertRowid) : null;
  };
}

/** In the order they came. A row that cannot be read throws `corrupt_row` with its number, to be set aside. */
function selectUndecided(db: Connection) {
  const select = db.prepare<[number], { seq: number; seenMs: Ms; doc: string }>(
    "SELECT seq, seen_ms AS seenMs, doc FROM inbox WHERE state = 'new' ORDER BY seq LIMIT ?",
  );
  return (limit: number): readonly InboxRow[] =>
    select
      .all(limit)
      .map(({ seq, seenMs, doc }) => ({ seq, seenMs, observation: readDoc<Observation>("inbox", seq, doc) }));
}

function hasUndecided(db: Connection) {
  const select = db.prepare<[], number>("SELECT 1 FROM inbox WHERE state = 'new' LIMIT 1").pluck();
  return (): boolean => select.get() !== undefined;
}

function markDone(db: Connection) {
  const update = db.prepare<[number]>("UPDATE inbox SET state = 'done' WHERE seq = ?");
  return (seq: number): void => void update.run(seq);
}

/** Taken back: the batch was full before it was its turn. */
function markNew(db: Connection) {
  const update = db.prepare<[number]>("UPDATE inbox SET state = 'new' WHERE seq = ?");
  return (seq: number): void => void update.run(seq);
}

function setAside(db: Connection) {
  const update = db.prepare<[string, number]>("UPDATE inbox SET state = 'set_aside', error = ? WHERE seq = ?");
  return (seq: number, error: string): void => void update.run(error, seq);
}

/** What could not be decided, newest first; kept until a person has looked. */
function putAside(db: Connection) {
  const select = db.prepare<[number], SetAsideRow>(
    "SELECT seq, id, kind, seen_ms AS seenMs, error FROM inbox WHERE state = 'set_aside' ORDER BY seq DESC LIMIT ?",
  );
  return (limit: number): readonly SetAsideRow[] => select.all(limit);
}

/** Rows come in the order of time, so the search ends at the first young one. */
function prune(db: Connection) {
  const remove = db.prepare<[{ beforeMs: Ms; limit: number }]>(`
    DELETE FROM inbox WHERE seq IN (
      SELECT seq FROM inbox
      WHERE state = 'done' AND seq < coalesce((SELECT seq FROM inbox WHERE seen_ms >= :beforeMs ORDER BY seq LIMIT 1), 1e15)
      ORDER BY seq LIMIT :limit)`);
  return (beforeMs: Ms, limit: number): number => remove.run({ beforeMs, limit }).changes;
}
