/** Which notice went out on which channel: a channel that works is not told twice because another one is down. */
import type { Connection } from "../../lib/database/connection.ts";
import type { Ms } from "../../domain/model/now.ts";
import { createQueries } from "../docs/queries.ts";

export type SentNoticesTable = ReturnType<typeof createSentNoticesTable>;

export function createSentNoticesTable(db: Connection) {
  return createQueries(db, { has, add, prune });
}

function has(db: Connection) {
  const select = db.prepare<[string, string], { readonly one: 1 }>(
    "SELECT 1 AS one FROM sent_notices WHERE notice = ? AND notifier = ?",
  );
  return (notice: string, notifier: string): boolean => select.get(notice, notifier) !== undefined;
}

function add(db: Connection) {
  const insert = db.prepare<[string, string, Ms]>(
    "INSERT INTO sent_notices (notice, notifier, at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  return (notice: string, notifier: string, atMs: Ms): void => void insert.run(notice, notifier, atMs);
}

function prune(db: Connection) {
  const remove = db.prepare<[{ beforeMs: Ms; limit: number }]>(`
    DELETE FROM sent_notices WHERE (notice, notifier) IN (
      SELECT notice, notifier FROM sent_notices WHERE at_ms < :beforeMs ORDER BY at_ms LIMIT :limit)`);
  return (beforeMs: Ms, limit: number): number => remove.run({ beforeMs, limit }).changes;
}
