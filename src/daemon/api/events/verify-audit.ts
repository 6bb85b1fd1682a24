/** Is the audit log as it was written? Its hashes are computed again, a piece at a time, so that nobody waits for it. */
import type { AuditHead } from "../../../config/audit/parse-audit-heads.ts";
import type { AuditVerification } from "../../../protocol/daemon/audit.ts";
import {
  chainStart,
  findBreak,
  type AuditRow,
  type ChainBreak,
  type ChainHead,
} from "../../../store/audit/audit-chain.ts";
import type { AuditTable } from "../../../store/audit/audit.ts";

const BATCH_ROWS = 2_000;

export async function verifyAudit(
  audit: Pick<AuditTable, "after">,
  noted: readonly AuditHead[],
): Promise<AuditVerification> {
  const { heads, notes } = listValidHeads(noted);
  const bySeq = Map.groupBy(heads, ({ seq }) => seq);
  const breaks: ChainBreak[] = [];
  let last: ChainHead = chainStart;
  let entries = 0;
  for (;;) {
    const rows = audit.after(last.seq, BATCH_ROWS);
    const broken = findBreak(last, rows);
    // One break is told: behind it nothing follows from anything.
    if (broken !== null && breaks.length === 0) breaks.push(broken);
    breaks.push(...rows.flatMap((row) => findRewritten(row, bySeq.get(row.seq) ?? [])));
    entries += rows.length;
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH_ROWS) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  breaks.push(...cutOff(last, heads));
  const isWhole = breaks.length === 0;
  return { isWhole, entries, head: last.hash, heads: heads.length, breaks, notes: [...notes] };
}

/** A restored backup takes the log back to an earlier entry; what was noted behind it is known to be gone. */
function listValidHeads(noted: readonly AuditHead[]) {
  const notes: string[] = [];
  let heads: readonly AuditHead[] = [];
  for (const head of noted) {
    if (head.isRestored) {
      const newest = Math.max(0, ...heads.map(({ seq }) => seq));
      if (newest > head.seq) notes.push(explainLost(head, newest));
      heads = heads.filter(({ seq }) => seq <= head.seq);
    }
    heads = [...heads, head];
  }
  return { heads: heads.filter(({ seq }) => seq > 0), notes };
}

function explainLost({ seq, atMs }: AuditHead, newest: number): string {
  const when = new Date(atMs).toISOString();
  return `entries ${seq + 1} to ${newest} of the log before went with the database that was replaced on ${when}`;
}

function findRewritten({ seq, hash }: AuditRow, heads: readonly AuditHead[]): readonly ChainBreak[] {
  const other = heads.find((head) => head.hash !== hash);
  if (other === undefined) return [];
  const when = new Date(other.atMs).toISOString();
  return [{ seq, why: `entry ${seq} is not the one that was noted on ${when}: the log was rewritten before it` }];
}

function cutOff(last: ChainHead, heads: readonly AuditHead[]): readonly ChainBreak[] {
  const beyond = heads.filter(({ seq }) => seq > last.seq).toSorted((left, right) => right.seq - left.seq)[0];
  if (beyond === undefined) return [];
  const when = new Date(beyond.atMs).toISOString();
  const why = `the log ends with entry ${last.seq}, and entry ${beyond.seq} was there on ${when}: its end was cut off`;
  return [{ seq: last.seq + 1, why }];
}
