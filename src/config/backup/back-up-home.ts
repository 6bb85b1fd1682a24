import { limits } from "../../domain/model/limits.ts";
import { removeOldBackups, writeBackups, type Backup } from "../../lib/database/backups.ts";
import type { Connection } from "../../lib/database/connection.ts";
import { version } from "../../lib/version.ts";
import { noteAuditHead } from "../audit/audit-heads.ts";
import type { HomePaths } from "../home.ts";
import { listDatabases } from "./home-databases.ts";
import { auditHeadIn } from "./parse-audit-note.ts";

/** A backup of every database of the home; of those in the usual place the newest three stay. */
export function backUpHome(home: HomePaths, nowMs: number, to: string | null = null): Backup {
  const names = listDatabases(home);
  if (names.length === 0) throw new Error(`no backup was made: there is no database in ${home.path}.`);
  const backup = writeBackups({
    ...{ root: home.path, names, folder: to ?? home.backups, atMs: nowMs, by: version },
    roomKeptBytes: limits.backupRoomKeptBytes,
    noteOf: (name, copy) => (name === names[0] ? { auditHead: readAuditHead(copy) } : {}),
  });
  const head = auditHeadIn(backup.manifest);
  if (head !== null) noteAuditHead(home, { atMs: nowMs, ...head, isRestored: false });
  if (to === null) removeOldBackups(home.backups, limits.backupsKept);
  return backup;
}

/** Null: it has no chain, for it is of an older ao. */
function readAuditHead(db: Connection): { readonly seq: number; readonly hash: string } | null {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('audit')").pluck().all();
  if (!columns.includes("hash")) return null;
  const select = db.prepare<[], { seq: number; hash: string }>("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
  return select.get() ?? { seq: 0, hash: "" };
}
