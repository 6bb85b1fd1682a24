/** The engine's only database: state as documents of the domain's types, with the few columns that queries need. */
import Database from "better-sqlite3";
import { auditTable, type AuditTable } from "./audit/audit.ts";
import { listProblems, writeBackup } from "../lib/database/backup.ts";
import { createCandidatesTable, type CandidatesTable } from "./candidates.ts";
import { createChangesTable, type ChangesTable } from "./changes.ts";
import { createClockTable, type ClockTable } from "./clock.ts";
import type { Connection } from "../lib/database/connection.ts";
import { createCooldownsTable, type CooldownsTable } from "./cooldowns.ts";
import { createDamagedRowsFinder, type DamagedRow, type DamageSearch } from "./docs/damaged-rows.ts";
import { createEventsTable, type EventsTable } from "./events.ts";
import { createHeldNoticesTable, type HeldNoticesTable } from "./notices/held-notices.ts";
import { createInboxTable, type InboxTable } from "./inbox.ts";
import { createIssuesTable, type IssuesTable } from "./issues.ts";
import { createMessagesTable, type MessagesTable } from "./messages.ts";
import { migrate } from "../lib/database/migrate.ts";
import { migrations } from "./migrations/index.ts";
import { openFile } from "../lib/database/open-file.ts";
import { createOutboxTable, type OutboxTable } from "./outbox.ts";
import { createProjectsTable, type ProjectsTable } from "./projects.ts";
import { createRequestsTable, type RequestsTable } from "./requests.ts";
import { createRegistrationsTable, type RegistrationsTable } from "./registrations.ts";
import { createSentNoticesTable, type SentNoticesTable } from "./notices/sent-notices.ts";
import { createSessionsTable, type SessionsTable } from "./sessions/sessions.ts";
import { createStandingNoticesTable, type StandingNoticesTable } from "./notices/standing-notices.ts";
import { createTurnsTable, type TurnsTable } from "./turns.ts";
import { createSnapshotReader, createTransact, type Transact } from "../lib/database/transaction.ts";

export type Store = {
  readonly registrations: RegistrationsTable;
  readonly projects: ProjectsTable;
  readonly issues: IssuesTable;
  readonly sessions: SessionsTable;
  readonly changes: ChangesTable;
  readonly candidates: CandidatesTable;
  readonly messages: MessagesTable;
  readonly turns: TurnsTable;
  readonly inbox: InboxTable;
  readonly requests: RequestsTable;
  readonly outbox: OutboxTable;
  readonly sentNotices: SentNoticesTable;
  readonly heldNotices: HeldNoticesTable;
  readonly standingNotices: StandingNoticesTable;
  readonly events: EventsTable;
  readonly audit: AuditTable;
  readonly cooldowns: CooldownsTable;
  readonly clock: ClockTable;
  /** Synchronous; takes the write lock at once, rolls back on a throw, never nests. */
  readonly transaction: Transact;
  /** Synchronous reads of one moment; much quicker than as many by themselves. */
  readonly snapshot: Transact;
  /** What is wrong with the database; empty when it is whole. Reads all of it. */
  readonly integrityCheck: () => readonly string[];
  /** Rows that cannot be read. Reads all of them. */
  readonly findDamagedRows: (search: DamageSearch) => readonly DamagedRow[];
  /** A checked copy in a new file; the store may go on being used. */
  readonly backup: (target: string) => void;
  /** The whole database as bytes, for `openStore({ template })`. */
  readonly serialize: () => Buffer;
  readonly close: () => void;
};

/** A file; a fresh database in memory; or one in memory that begins as a copy of `template`. */
export type StorePlace =
  | { readonly path: string; readonly advise?: (file: string) => string }
  | { readonly memory: true }
  | { readonly template: Buffer };

export function openStore(place: StorePlace): Store {
  const db = connect(place);
  db.pragma("foreign_keys = OFF");
  return {
    registrations: createRegistrationsTable(db),
    projects: createProjectsTable(db),
    issues: createIssuesTable(db),
    sessions: createSessionsTable(db),
    changes: createChangesTable(db),
    candidates: createCandidatesTable(db),
    messages: createMessagesTable(db),
    turns: createTurnsTable(db),
    inbox: createInboxTable(db),
    requests: createRequestsTable(db),
    outbox: createOutboxTable(db),
    sentNotices: createSentNoticesTable(db),
    heldNotices: createHeldNoticesTable(db),
    standingNotices: createStandingNoticesTable(db),
    events: createEventsTable(db),
    audit: auditTable(db),
    cooldowns: createCooldownsTable(db),
    clock: createClockTable(db),
    transaction: createTransact(db, "path" in place ? place.path : "the database in memory"),
    snapshot: createSnapshotReader(db),
    findDamagedRows: createDamagedRowsFinder(db),
    integrityCheck: () => listProblems(db, "integrity_check"),
    backup: (target) => writeBackup(db, target),
    serialize: () => stripLogMarks(db.serialize()),
    close: () => void db.close(),
  };
}

/** Bytes 18 and 19 say whether a database keeps a write-ahead log; one in memory cannot. */
function stripLogMarks(bytes: Buffer): Buffer {
  bytes.writeUInt16BE(0x0101, 18);
  return bytes;
}

/** An empty database with the newest schema. Opening from it is many times faster than migrating again. */
export function storeTemplate(): Buffer {
  const db = connect({ memory: true });
  try {
    return db.serialize();
  } finally {
    db.close();
  }
}

function connect(place: StorePlace): Connection {
  if ("path" in place) return openFile(place.path, migrations, place.advise);
  if ("template" in place) return new Database(place.template);
  const db = new Database(":memory:");
  migrate(db, migrations, null);
  return db;
}
