/** Which repositories are projects, and which settings of theirs a person has accepted. */
import type { ProjectId } from "../domain/model/ids.ts";
import type { Connection } from "../lib/database/connection.ts";
import { createQueries } from "./docs/queries.ts";

export type Registration = {
  readonly id: ProjectId;
  /** The person's checkout, or their bare repository. */
  readonly path: string;
  readonly configFile: string | null;
  /** The text of the configuration as it was when a person accepted it; null: none was. */
  readonly accepted: string | null;
  readonly addedMs: number;
  /** When it was removed; it keeps its id for when it comes back. */
  readonly removedMs: number | null;
};

export type RegistrationsTable = ReturnType<typeof createRegistrationsTable>;

export function createRegistrationsTable(db: Connection) {
  return createQueries(db, { all: selectAll, save });
}

const COLUMNS = "id, path, config_file AS configFile, accepted, added_ms AS addedMs, removed_ms AS removedMs";

/** In the order they were added, the removed ones too. */
function selectAll(db: Connection) {
  const select = db.prepare<[], Registration>(`SELECT ${COLUMNS} FROM registrations ORDER BY seq`);
  return (): readonly Registration[] => select.all();
}

function save(db: Connection) {
  const upsert = db.prepare<[Registration]>(`
    INSERT INTO registrations (id, path, config_file, accepted, added_ms, removed_ms)
    VALUES (@id, @path, @configFile, @accepted, @addedMs, @removedMs)
    ON CONFLICT (id) DO UPDATE SET path = excluded.path, config_file = excluded.config_file,
      accepted = excluded.accepted, removed_ms = excluded.removed_ms`);
  return (registration: Registration): void => void upsert.run(registration);
}
