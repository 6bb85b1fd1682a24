import { readAuditHeads } from "../../../config/audit/audit-heads.ts";
import type { AuditPageView } from "../../../protocol/daemon/audit.ts";
import type { AuditRow } from "../../../store/audit/audit-chain.ts";
import type { DaemonContext } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { verifyAudit } from "./verify-audit.ts";

const PAGE_DEFAULT = 100;

export function auditEndpoints({ store, home, redact }: DaemonContext) {
  return {
    audit: {
      kind: "read",
      read: ({ subject = null, since, before = null, limit = 0 }): AuditPageView => {
        const size = limit === 0 ? PAGE_DEFAULT : limit;
        const sinceMs = since === undefined ? -Infinity : Date.parse(since);
        const rows = store.audit.page({ subject, before, limit: size });
        const last = rows.at(-1);
        const isMore = last !== undefined && rows.length === size && last.atMs >= sinceMs;
        const entries = rows.filter(({ atMs }) => atMs >= sinceMs).map((row) => toEntryView(row, redact));
        return { entries, next: isMore ? last.seq : null };
      },
    },
    verifyAudit: { kind: "read", read: () => verifyAudit(store.audit, readAuditHeads(home)) },
  } satisfies Partial<Endpoints>;
}

function toEntryView({ atMs, why, ...row }: AuditRow, redact: (text: string) => string) {
  return { ...row, at: new Date(atMs).toISOString(), why: redact(why) };
}
