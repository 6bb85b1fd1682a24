import { isLiveCandidate, type Candidate } from "../domain/landing/candidate.ts";
import type { CandidateId, ProjectId } from "../domain/model/ids.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readDoc, writeDoc } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type LiveCandidate = { readonly id: CandidateId; readonly project: ProjectId; readonly waits: boolean };

export type CandidatesTable = ReturnType<typeof createCandidatesTable>;

export function createCandidatesTable(db: Connection) {
  return createQueries(db, { get, save, live: selectLive });
}

function get(db: Connection) {
  const select = db.prepare<[CandidateId], string>("SELECT doc FROM candidates WHERE id = ?").pluck();
  return (id: CandidateId): Candidate | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("candidates", id, doc);
  };
}

function save(db: Connection) {
  const upsert = db.prepare<[CandidateId, ProjectId, number, string]>(`
    INSERT INTO candidates (id, project, live, doc) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET project = excluded.project, live = excluded.live, doc = excluded.doc`);
  return (candidate: Candidate): void =>
    void upsert.run(candidate.id, candidate.project, isLiveCandidate(candidate) ? 1 : 0, writeDoc(candidate));
}

function selectLive(db: Connection) {
  const select = db.prepare<[], Omit<LiveCandidate, "waits"> & { readonly state: string }>(
    `SELECT id, project, doc ->> '$.state.kind' AS state FROM candidates
     WHERE live = 1 AND json_valid(doc) ORDER BY rowid`,
  );
  return (): readonly LiveCandidate[] =>
    select.all().map(({ id, project, state }) => ({ id, project, waits: state === "unpublished" }));
}
