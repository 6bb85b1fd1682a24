/**
 * Documents last in each row: the columns before them are read without touching the pages a long document spills over.
 * `AUTOINCREMENT` where rows are pruned, so that a number is never given twice; a rollback takes it back, so there are no gaps.
 */
import type { Migration } from "../../lib/database/migrate.ts";

export const start: Migration = { version: 1, up: (db) => void db.exec(facts + queues + records) };

const facts = `
CREATE TABLE projects (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;

CREATE TABLE issues (
  id TEXT PRIMARY KEY, project TEXT NOT NULL, open INTEGER NOT NULL, ready INTEGER NOT NULL, done INTEGER NOT NULL,
  priority REAL NOT NULL, created_ms REAL NOT NULL, labels TEXT NOT NULL, blocked_by TEXT NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX issues_ready ON issues (priority, created_ms, id) WHERE ready = 1;
CREATE INDEX issues_open ON issues (project) WHERE open = 1;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY, project TEXT NOT NULL, issue TEXT, branch TEXT NOT NULL, live INTEGER NOT NULL,
  forced INTEGER NOT NULL, open_turn TEXT, preparing INTEGER NOT NULL, wants_lane TEXT, wants_since REAL,
  specialist TEXT, credential TEXT NOT NULL, spent_usd REAL NOT NULL, spent_tokens REAL NOT NULL,
  due_ms REAL, created_ms REAL NOT NULL, ended_ms REAL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_branch ON sessions (project, branch);
CREATE INDEX sessions_created ON sessions (created_ms, id);
CREATE INDEX sessions_live ON sessions (created_ms, id) WHERE live = 1;
CREATE INDEX sessions_due ON sessions (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX sessions_issue ON sessions (project, issue) WHERE live = 1;
CREATE UNIQUE INDEX sessions_one_worker ON sessions (project, issue) WHERE live = 1 AND forced = 0 AND issue IS NOT NULL;

CREATE TABLE changes (
  id TEXT PRIMARY KEY, project TEXT NOT NULL, session TEXT, branch TEXT NOT NULL, open INTEGER NOT NULL,
  queued INTEGER NOT NULL, due_ms REAL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX changes_session ON changes (session) WHERE session IS NOT NULL;
CREATE INDEX changes_branch ON changes (project, branch);
CREATE INDEX changes_open ON changes (project) WHERE open = 1;
CREATE INDEX changes_queued ON changes (queued) WHERE queued = 1;
CREATE INDEX changes_due ON changes (due_ms) WHERE due_ms IS NOT NULL AND session IS NULL;

CREATE TABLE candidates (id TEXT PRIMARY KEY, project TEXT NOT NULL, live INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE INDEX candidates_live ON candidates (live) WHERE live = 1;

CREATE TABLE messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, settled INTEGER NOT NULL,
  doc TEXT NOT NULL
) STRICT;
CREATE INDEX messages_session ON messages (session);
CREATE INDEX messages_unsettled ON messages (session) WHERE settled = 0;
`;

const queues = `
CREATE TABLE inbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, dedup_key TEXT, kind TEXT NOT NULL,
  seen_ms REAL NOT NULL, state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done', 'set_aside')), error TEXT,
  doc TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX inbox_dedup ON inbox (dedup_key) WHERE dedup_key IS NOT NULL;
CREATE INDEX inbox_new ON inbox (seq) WHERE state = 'new';
CREATE INDEX inbox_set_aside ON inbox (seq) WHERE state = 'set_aside';

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, lane TEXT NOT NULL,
  slot TEXT NOT NULL, cause TEXT, attempts INTEGER NOT NULL DEFAULT 0, due_ms REAL NOT NULL, created_ms REAL NOT NULL,
  finished_ms REAL, outcome TEXT CHECK (outcome IN ('done', 'failed')), error TEXT, doc TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_pending ON outbox (lane, seq) WHERE outcome IS NULL;
`;

const records = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms REAL NOT NULL, project TEXT, subject TEXT NOT NULL, kind TEXT NOT NULL,
  doc TEXT NOT NULL
) STRICT;
CREATE INDEX events_subject ON events (subject);
CREATE TABLE retention (one INTEGER PRIMARY KEY CHECK (one = 1), events_floor INTEGER NOT NULL) STRICT;
INSERT INTO retention VALUES (1, 1);

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms REAL NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL,
  subject TEXT NOT NULL, cause TEXT, why TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_never_pruned BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE cooldowns (credential TEXT PRIMARY KEY, until_ms REAL NOT NULL) STRICT;
CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), slept_ms REAL NOT NULL, last_tick_ms REAL) STRICT;
INSERT INTO clock VALUES (1, 0, NULL);
`;
