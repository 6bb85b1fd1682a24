/** Each entry of the audit log carries the hash of the one before it. Those written before are chained as they are. */
import type { Connection } from "../../lib/database/connection.ts";
import type { Migration } from "../../lib/database/migrate.ts";
import { computeChainHash, type AuditRow } from "../audit/audit-chain.ts";

export const auditChain: Migration = {
  version: 11,
  up: (db) => {
    db.exec(`
DROP TRIGGER audit_is_never_edited;
ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';`);
    chainAll(db);
    db.exec(
      "CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;",
    );
  },
};

const BATCH_ROWS = 5_000;

function chainAll(db: Connection): void {
  const select = db.prepare<[number, number], AuditRow>(
    "SELECT seq, at_ms AS atMs, who, what, subject, cause, why FROM audit WHERE seq > ? ORDER BY seq LIMIT ?",
  );
  const update = db.prepare<[string, number]>("UPDATE audit SET hash = ? WHERE seq = ?");
  let [seq, previous] = [0, ""];
  for (;;) {
    const rows = select.all(seq, BATCH_ROWS);
    for (const row of rows) {
      previous = computeChainHash(previous, row);
      update.run(previous, row.seq);
      ({ seq } = row);
    }
    if (rows.length < BATCH_ROWS) return;
  }
}
