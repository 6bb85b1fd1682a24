/** Requests that changed something, by their Idempotency-Key: asked again, they are answered and not done again. */
import type { Connection } from "../lib/database/connection.ts";
import type { Ms } from "../domain/model/now.ts";
import { readDoc, writeDoc } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type KeptRequest = {
  readonly key: string;
  readonly route: string;
  /** Of all that was asked: another request under the same key is a mistake of the client. */
  readonly hash: string;
  /** What it did, enough to make its answer again. */
  readonly ref: Readonly<Record<string, string>>;
  /** The answer as it was given; null: the daemon went down before. */
  readonly answer: string | null;
};

export type RequestsTable = ReturnType<typeof createRequestsTable>;

export function createRequestsTable(db: Connection) {
  return createQueries(db, { get, add, answered: selectAnswered, prune });
}

type RequestRow = Omit<KeptRequest, "ref"> & { readonly ref: string };

function get(db: Connection) {
  const select = db.prepare<[string], RequestRow>("SELECT key, route, hash, ref, answer FROM requests WHERE key = ?");
  return (key: string): KeptRequest | null => {
    const row = select.get(key);
    return row === undefined ? null : { ...row, ref: readDoc("requests", key, row.ref) };
  };
}

/** Of two under one key the first stays. */
function add(db: Connection) {
  const insert = db.prepare<[string, string, string, string, string | null, Ms]>(`
    INSERT INTO requests (key, route, hash, ref, answer, at_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING`);
  return ({ key, route, hash, ref, answer }: KeptRequest, atMs: Ms): void =>
    void insert.run(key, route, hash, writeDoc(ref), answer, atMs);
}

function selectAnswered(db: Connection) {
  const update = db.prepare<[string, string]>("UPDATE requests SET answer = ? WHERE key = ? AND answer IS NULL");
  return (key: string, answer: string): void => void update.run(answer, key);
}

/** Rows come in the order of time, so the search ends at the first young one. */
function prune(db: Connection) {
  const remove = db.prepare<[{ beforeMs: Ms; limit: number }]>(`
    DELETE FROM requests WHERE seq IN (
      SELECT seq FROM requests
      WHERE seq < coalesce((SELECT seq FROM requests WHERE at_ms >= :beforeMs ORDER BY seq LIMIT 1), 1e15)
      ORDER BY seq LIMIT :limit)`);
  return (beforeMs: Ms, limit: number): number => remove.run({ beforeMs, limit }).changes;
}
