/**
 * How far the audit log had come, noted outside the database now and then. The log alone cannot show that its newest
 * entries were cut off, nor that all of it was written anew.
 */
import { appendFileSync } from "node:fs";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { replaceFile } from "../../lib/files/replace-file.ts";
import type { HomePaths } from "../home.ts";
import { parseAuditHeads, type AuditHead } from "./parse-audit-heads.ts";

/** At one an hour these are twelve weeks. */
const HEADS_KEPT = 2_000;

export function readAuditHeads({ auditHeads }: Pick<HomePaths, "auditHeads">): readonly AuditHead[] {
  return parseAuditHeads(readTextIfExists(auditHeads) ?? "");
}

/** Nothing is added while the log stands still. */
export function noteAuditHead({ auditHeads }: Pick<HomePaths, "auditHeads">, head: AuditHead): void {
  const noted = readAuditHeads({ auditHeads });
  const last = noted.at(-1);
  if (!head.isRestored && last?.seq === head.seq && last.hash === head.hash) return;
  if (noted.length < 2 * HEADS_KEPT) return appendFileSync(auditHeads, formatHeadLine(head), { mode: 0o600 });
  replaceFile(auditHeads, [...noted.slice(-HEADS_KEPT), head].map(formatHeadLine).join(""));
}

function formatHeadLine({ atMs, seq, hash, isRestored }: AuditHead): string {
  const head = { at: new Date(atMs).toISOString(), seq, hash };
  return `${JSON.stringify(isRestored ? { ...head, restored: true } : head)}\n`;
}
