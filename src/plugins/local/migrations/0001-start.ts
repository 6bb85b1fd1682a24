/**
 * Issues and changes share one row of numbers, so that `#12` names one thing. Lists and authors are JSON: they are read
 * whole or not at all. What was said (comments, reviews, heads) is only ever added.
 */
import type { Migration } from "../../../lib/database/migrate.ts";

export const start: Migration = {
  version: 1,
  up: (db) => void db.exec(counters + issues + changes + landing + checks),
};

const counters = `
CREATE TABLE counters (
  one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL, version INTEGER NOT NULL
) STRICT;
INSERT INTO counters VALUES (1, 0, 0);

CREATE TABLE deeds (
  key TEXT PRIMARY KEY, request TEXT NOT NULL, at_ms INTEGER NOT NULL, answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deeds_at ON deeds (at_ms);
`;

const issues = `
CREATE TABLE issues (
  number INTEGER PRIMARY KEY, version INTEGER NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'not_planned')),
  priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 5), assignee TEXT, created_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL, author TEXT NOT NULL, labels TEXT NOT NULL, blocked_by TEXT NOT NULL,
  title TEXT NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE INDEX issues_open ON issues (priority, number) WHERE state = 'open';

CREATE TABLE issue_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue INTEGER NOT NULL, at_ms INTEGER NOT NULL, author TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX issue_comments_issue ON issue_comments (issue);
`;

const changes = `
CREATE TABLE changes (
  number INTEGER PRIMARY KEY, version INTEGER NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'landed', 'closed')), landed TEXT,
  session TEXT, branch TEXT NOT NULL, base TEXT NOT NULL, created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL,
  head_n INTEGER NOT NULL, head TEXT NOT NULL, tree TEXT NOT NULL,
  onto TEXT, merge_base TEXT, mergeable INTEGER, is_contained INTEGER NOT NULL, diff_lines INTEGER NOT NULL,
  author TEXT NOT NULL, labels TEXT NOT NULL, conflicts TEXT NOT NULL, paths TEXT NOT NULL,
  title TEXT NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE INDEX changes_branch ON changes (branch, number);
CREATE INDEX changes_open ON changes (number) WHERE state IN ('draft', 'open');

CREATE TABLE heads (
  change INTEGER NOT NULL, n INTEGER NOT NULL, "commit" TEXT NOT NULL, tree TEXT NOT NULL, at_ms INTEGER NOT NULL,
  author TEXT NOT NULL, PRIMARY KEY (change, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX heads_tree ON heads (tree);

CREATE TABLE reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('approved', 'changes_requested', 'commented', 'dismissed')), head TEXT NOT NULL,
  author TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX reviews_change ON reviews (change);

CREATE TABLE threads (
  change INTEGER NOT NULL, n INTEGER NOT NULL, open INTEGER NOT NULL, head TEXT NOT NULL, path TEXT, line INTEGER,
  PRIMARY KEY (change, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE remarks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, thread INTEGER NOT NULL, at_ms INTEGER NOT NULL,
  author TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX remarks_change ON remarks (change);
`;

const landing = `
CREATE TABLE candidates (
  id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, onto TEXT NOT NULL, "commit" TEXT, tree TEXT, chain TEXT NOT NULL,
  changes TEXT NOT NULL, answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX candidates_tree ON candidates (tree);
`;

const checks = `
CREATE TABLE check_runs (
  id TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'cancelled')), created_ms INTEGER NOT NULL,
  subject TEXT NOT NULL, names TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE check_results (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, tree TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
  verdict TEXT NOT NULL, reused INTEGER NOT NULL, started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, log TEXT,
  fingerprint TEXT NOT NULL, evidence TEXT NOT NULL,
  UNIQUE (run, tree, name)
) STRICT;
CREATE INDEX check_results_key ON check_results (key, id);
CREATE INDEX check_results_tree ON check_results (tree);
CREATE INDEX check_results_ended ON check_results (ended_ms);

CREATE TABLE check_processes (pid INTEGER NOT NULL, born TEXT NOT NULL, PRIMARY KEY (pid, born)) STRICT, WITHOUT ROWID;
`;
