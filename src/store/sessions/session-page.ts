import type { ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Ms } from "../../domain/model/now.ts";
import type { Session } from "../../domain/session/session.ts";
import type { Connection } from "../../lib/database/connection.ts";
import { readReadableDoc, readReadableDocs, type DocRow } from "../docs/doc.ts";

export type SessionPage = {
  /** Only live ones, only ended ones, or (null) both. */
  readonly live: boolean | null;
  readonly project: ProjectId | null;
  /** The last id of the page before; null for the first page. */
  readonly before: SessionId | null;
  readonly limit: number;
};

type PageBinding = {
  readonly live: number | null;
  readonly project: string | null;
  readonly before: string | null;
  readonly limit: number;
};

/** What the columns say of a session whose document cannot be read. */
export type UnreadableSession = {
  readonly id: SessionId;
  readonly project: ProjectId;
  readonly branch: string;
  readonly live: number;
  readonly createdMs: Ms;
};

type PageRow = UnreadableSession & { readonly doc: string };

/** Newest first, without those that cannot be read. */
export function selectPage(db: Connection) {
  const rows = selectPageRows(db);
  return (query: SessionPage): readonly Session[] => readReadableDocs("sessions", rows(query));
}

/** Newest first; one that cannot be read is shown by its columns. */
export function selectPageWithUnreadable(db: Connection) {
  const rows = selectPageRows(db);
  return (query: SessionPage): readonly (Session | UnreadableSession)[] =>
    rows(query).map(({ doc, ...row }) => readReadableDoc<Session>("sessions", row.id, doc) ?? row);
}

function selectPageRows(db: Connection): (query: SessionPage) => readonly PageRow[] {
  const [all, live] = [prepare(db, "true"), prepare(db, "live = 1")];
  return (query) => {
    const statement = query.live === true ? live : all;
    return statement.all({ ...query, live: query.live === null ? null : Number(query.live) });
  };
}

/** The condition on `live` must stand in the text for the index of live sessions to be used. */
function prepare(db: Connection, which: string) {
  return db.prepare<[PageBinding], PageRow>(`
    SELECT id, project, branch, live, created_ms AS createdMs, doc FROM sessions
    WHERE ${which} AND (:live IS NULL OR live = :live) AND (:project IS NULL OR project = :project)
      AND (:before IS NULL OR (created_ms, id) < ((SELECT created_ms FROM sessions WHERE id = :before), :before))
    ORDER BY created_ms DESC, id DESC LIMIT :limit`);
}

/** Those that ended after then, the first first. */
export function selectEndedSince(db: Connection) {
  const select = db.prepare<[{ readonly sinceMs: Ms; readonly project: string | null }], DocRow>(
    "SELECT id, doc FROM sessions WHERE ended_ms > :sinceMs AND (:project IS NULL OR project = :project) ORDER BY ended_ms",
  );
  return (sinceMs: Ms, project: ProjectId | null): readonly Session[] =>
    readReadableDocs("sessions", select.all({ sinceMs, project }));
}
