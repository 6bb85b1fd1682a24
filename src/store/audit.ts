/** Who did what, why, and through which effect. Append-only: the database itself refuses an edit. */
import type { Ms } from "../domain/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { queries } from "./queries.ts";

export type AuditEntry = {
  readonly atMs: Ms;
  readonly who: string;
  readonly what: string;
  readonly subject: string;
  /** The observation or effect behind it, or null. */
  readonly cause: string | null;
  readonly why: string;
};

export type AuditRow = AuditEntry & { readonly seq: number };

export type AuditPage = { readonly subject: string | null; readonly before: number | null; readonly limit: number };

export type AuditTable = ReturnType<typeof auditTable>;

export function auditTable(db: Connection) {
  return queries(db, { append, page });
}

function append(db: Connection) {
  const insert = db.prepare<[Ms, string, string, string, string | null, string]>(
    "INSERT INTO audit (at_ms, who, what, subject, cause, why) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return ({ atMs, who, what, subject, cause, why }: AuditEntry): void =>
    void insert.run(atMs, who, what, subject, cause, why);
}

/** Newest first; `before` is the last number of the page before, or null. */
function page(db: Connection) {
  const columns = "seq, at_ms AS atMs, who, what, subject, cause, why";
  const all = db.prepare<[number, number], AuditRow>(
    `SELECT ${columns} FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const ofSubject = db.prepare<[string, number, number], AuditRow>(
    `SELECT ${columns} FROM audit WHERE subject = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  return ({ subject, before, limit }: AuditPage): readonly AuditRow[] => {
    const below = before ?? Number.MAX_SAFE_INTEGER;
    return subject === null ? all.all(below, limit) : ofSubject.all(subject, below, limit);
  };
}
