import type { ProjectId } from "../domain/model/ids.ts";
import type { Ms } from "../domain/model/now.ts";
import type { Project } from "../domain/core/project.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readReadableDocs, readDoc, writeDoc, type DocRow } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type ProjectsTable = ReturnType<typeof createProjectsTable>;

export function createProjectsTable(db: Connection) {
  return createQueries(db, {
    all: selectAll,
    get,
    nextUnparkMs: selectNextUnparkMs,
    save,
    spentElsewhere: selectSpentElsewhere,
  });
}

function selectAll(db: Connection) {
  const select = db.prepare<[], DocRow>("SELECT id, doc FROM projects ORDER BY id");
  return (): readonly Project[] => readReadableDocs("projects", select.all());
}

function get(db: Connection) {
  const select = db.prepare<[ProjectId], string>("SELECT doc FROM projects WHERE id = ?").pluck();
  return (id: ProjectId): Project | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("projects", id, doc);
  };
}

/** When the next credential that rests may be used again. */
function selectNextUnparkMs(db: Connection) {
  const select = db
    .prepare<[Ms], Ms | null>(
      `SELECT min(p.value ->> 'untilWallMs')
       FROM projects, json_each(iif(json_valid(projects.doc), projects.doc, '{}'), '$.parked') AS p
       WHERE p.value ->> 'untilWallMs' > ?`,
    )
    .pluck();
  return (wallMs: Ms): Ms | null => select.get(wallMs) ?? null;
}

function save(db: Connection) {
  const upsert = db.prepare<[ProjectId, string]>(
    "INSERT INTO projects (id, doc) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc",
  );
  return (project: Project): void => void upsert.run(project.id, writeDoc(project));
}

/** What every other project has spent on its last day. */
function selectSpentElsewhere(db: Connection) {
  const select = db.prepare<[ProjectId], DocRow>("SELECT id, doc FROM projects WHERE id <> ?");
  return (id: ProjectId): readonly Pick<Project, "spentToday">[] =>
    readReadableDocs<Project>("projects", select.all(id)).map(({ spentToday }) => ({ spentToday }));
}
