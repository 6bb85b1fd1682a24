/** Who did what, why, and through which effect. Append-only: the database itself refuses an edit. */
import type { Ms } from "../../domain/model/now.ts";
import type { Connection } from "../../lib/database/connection.ts";
import { computeChainHash, chainStart, type AuditEntry, type AuditRow, type ChainHead } from "./audit-chain.ts";
import { createQueries } from "../docs/queries.ts";

export type AuditPage = { readonly subject: string | null; readonly before: number | null; readonly limit: number };

export type AuditTable = ReturnType<typeof auditTable>;

export function auditTable(db: Connection) {
  return createQueries(db, { append, page: selectPage, after: selectAfter, head: selectHead });
}

const COLUMNS = "seq, at_ms AS atMs, who, what, subject, cause, why, hash";

/** Only inside a transaction: the entry before it must still be the last one. */
function append(db: Connection) {
  const newest = selectHead(db);
  const insert = db.prepare<[Ms, string, string, string, string | null, string, string]>(
    "INSERT INTO audit (at_ms, who, what, subject, cause, why, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  return (entry: AuditEntry): void => {
    const { atMs, who, what, subject, cause, why } = entry;
    insert.run(atMs, who, what, subject, cause, why, computeChainHash(newest().hash, entry));
  };
}

/** The newest entry by its number and hash. */
function selectHead(db: Connection) {
  const select = db.prepare<[], ChainHead>("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
  return (): ChainHead => select.get() ?? chainStart;
}

/** Oldest first, as the chain goes. */
function selectAfter(db: Connection) {
  const select = db.prepare<[number, number], AuditRow>(
    `SELECT ${COLUMNS} FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  return (seq: number, limit: number): readonly AuditRow[] => select.all(seq, limit);
}

/** Newest first; `before` is the last number of the page before, or null. */
function selectPage(db: Connection) {
  const all = db.prepare<[number, number], AuditRow>(
    `SELECT ${COLUMNS} FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const ofSubject = db.prepare<[string, number, number], AuditRow>(
    `SELECT ${COLUMNS} FROM audit WHERE subject = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  return ({ subject, before, limit }: AuditPage): readonly AuditRow[] => {
    const below = before ?? Number.MAX_SAFE_INTEGER;
    return subject === null ? all.all(below, limit) : ofSubject.all(subject, below, limit);
  };
}
