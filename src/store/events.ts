/**
 * The log that explains, and that clients follow. Numbers have no gaps from the floor on; below it some are pruned, so a
 * client whose next number is lower has missed something and starts anew.
 */
import type { ProjectId } from "../domain/model/ids.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readReadableDoc, writeDoc } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type NewEvent = {
  readonly atMs: Ms;
  readonly project: ProjectId | null;
  /** The id of the session, change, issue, candidate or project it is about. */
  readonly subject: string;
  readonly kind: string;
  readonly doc: object;
};

export type StoredEvent = NewEvent & { readonly seq: number };

type EventRow = Omit<StoredEvent, "doc"> & { readonly doc: string };

const columns = "seq, at_ms AS atMs, project, subject, kind, doc";

export type EventsTable = ReturnType<typeof createEventsTable>;

export function createEventsTable(db: Connection) {
  return createQueries(db, {
    append,
    after: selectAfter,
    ofSubject: selectBySubject,
    floor: selectFloor,
    latest: selectLatest,
    prune,
  });
}

function append(db: Connection) {
  const insert = db.prepare<[Ms, ProjectId | null, string, string, string]>(
    "INSERT INTO events (at_ms, project, subject, kind, doc) VALUES (?, ?, ?, ?, ?)",
  );
  return ({ atMs, project, subject, kind, doc }: NewEvent): number =>
    Number(insert.run(atMs, project, subject, kind, writeDoc(doc)).lastInsertRowid);
}

function selectAfter(db: Connection) {
  const select = db.prepare<[number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  return (seq: number, limit: number): readonly StoredEvent[] => select.all(seq, limit).map(readEvent);
}

/** Newest first; `before` is the last number of the page before, or null. */
function selectBySubject(db: Connection) {
  const select = db.prepare<[string, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE subject = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  return (
    subject: string,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): readonly StoredEvent[] => select.all(subject, before ?? Number.MAX_SAFE_INTEGER, limit).map(readEvent);
}

/** The smallest number from which on every event is there. */
function selectFloor(db: Connection) {
  const select = db.prepare<[], number>("SELECT events_floor FROM retention").pluck();
  return (): number => select.get() ?? 1;
}

/** The highest number ever given; 0 before the first. */
function selectLatest(db: Connection) {
  const select = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").pluck();
  return (): number => select.get() ?? 0;
}

export type EventCutoff = { readonly beforeMs: Ms; readonly endedBeforeMs: Ms; readonly limit: number };

/** Old events, but for those of a session that lives or ended lately, and of the changes of such a session. */
function prune(db: Connection) {
  const select = db
    .prepare<[EventCutoff], number>(
      `SELECT seq FROM events
       WHERE seq < coalesce((SELECT seq FROM events WHERE at_ms >= :beforeMs ORDER BY seq LIMIT 1), 1e15)
         AND NOT EXISTS (
           SELECT 1 FROM sessions
           WHERE id = coalesce((SELECT session FROM changes WHERE changes.id = events.subject), events.subject)
             AND (ended_ms IS NULL OR ended_ms >= :endedBeforeMs))
       ORDER BY seq LIMIT :limit`,
    )
    .pluck();
  const remove = db.prepare<[number]>("DELETE FROM events WHERE seq = ?");
  const raise = db.prepare<[number]>("UPDATE retention SET events_floor = max(events_floor, ?)");
  return (cutoff: EventCutoff): number => {
    const old = select.all(cutoff);
    for (const seq of old) remove.run(seq);
    const last = old.at(-1);
    if (last !== undefined) raise.run(last + 1);
    return old.length;
  };
}

function readEvent({ doc, ...row }: EventRow): StoredEvent {
  // Clients count on every number: one that cannot be read is still there.
  return { ...row, doc: readReadableDoc("events", row.seq, doc) ?? { told: "this event cannot be read; `ao doctor`" } };
}
