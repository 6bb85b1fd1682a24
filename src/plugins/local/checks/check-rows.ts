/** Runs and results of checks. A result belongs to a tree; runs, changes, candidates and the base only look at it. */
import type { CheckResult, FailingTests } from "../../../domain/checks/check.ts";
import type { TreeSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import type { ProcessName } from "../../../lib/process/process-table.ts";
import type { ForgeFile } from "../forge-file.ts";
import { parseStored } from "../parse-json.ts";

export type RunRow = {
  readonly id: string;
  /** An open run is under way, or was when the daemon died. */
  readonly state: "open" | "done" | "cancelled";
  readonly subject: CheckSubject;
  readonly names: readonly string[];
};

/** Null where no report tells. */
export type TestCounts = { readonly testsPassed: number | null; readonly testsFailed: number | null };

export type ResultRow = CheckResult &
  TestCounts & {
    readonly run: string;
    /** Names tree, command, set-up and environment: the same key, the same question. */
    readonly key: string;
    /** Taken from an earlier run. */
    readonly isReused: boolean;
    readonly startedMs: number;
    readonly endedMs: number;
    /** Where its raw output lies; null when it printed nothing or was let go. */
    readonly log: string | null;
  };

type StoredResult = Omit<ResultRow, "isReused" | "tests"> & {
  readonly isReused: number;
  readonly tests: string | null;
};

export type CheckRows = ReturnType<typeof checkRows>;

const COLUMNS = `run, tree, name, key, verdict, reused AS isReused, started_ms AS startedMs, ended_ms AS endedMs, log,
  fingerprint, evidence, tests_passed AS testsPassed, tests_failed AS testsFailed, failing_tests AS tests`;

export function checkRows({ db, wallMs }: ForgeFile) {
  const getRun = db.prepare<[string], { state: RunRow["state"]; subject: string; names: string }>(
    "SELECT state, subject, names FROM check_runs WHERE id = ?",
  );
  const addRun = db.prepare<[string, number, string, string]>("INSERT INTO check_runs VALUES (?, 'open', ?, ?, ?)");
  const endRun = db.prepare<[string, string]>("UPDATE check_runs SET state = ? WHERE id = ? AND state = 'open'");
  const ofRun = db.prepare<[string], StoredResult>(`SELECT ${COLUMNS} FROM check_results WHERE run = ? ORDER BY id`);
  const latest = db.prepare<[string], StoredResult>(
    `SELECT ${COLUMNS} FROM check_results WHERE key = ? ORDER BY id DESC LIMIT 1`,
  );
  const ofTree = db.prepare<[string], StoredResult>(`SELECT ${COLUMNS} FROM check_results WHERE tree = ? ORDER BY id`);
  const add = db.prepare<unknown[]>(
    `INSERT OR IGNORE INTO check_results (${COLUMNS.replaceAll(/ AS \w+/g, "")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    run: (id: string): RunRow | null => {
      const row = getRun.get(id);
      if (row === undefined) return null;
      return { id, state: row.state, subject: parseStored(row.subject), names: parseStored(row.names) };
    },
    openRun: ({ id, subject, names }: Omit<RunRow, "state">): void =>
      void addRun.run(id, Math.trunc(wallMs()), JSON.stringify(subject), JSON.stringify(names)),
    endRun: (id: string, state: "done" | "cancelled"): void => void endRun.run(state, id),
    ofRun: (id: string): readonly ResultRow[] => ofRun.all(id).map(read),
    ofTree: (tree: TreeSha): readonly ResultRow[] => ofTree.all(tree).map(read),
    /** The newest result of a question, whoever asked it. */
    latest: (key: string): ResultRow | null => {
      const row = latest.get(key);
      return row === undefined ? null : read(row);
    },
    /** The first result of a run stands. */
    add: (row: ResultRow): void => {
      const { run, tree, name, key, verdict, isReused, startedMs, endedMs, log, fingerprint, evidence } = row;
      const counts = [row.testsPassed, row.testsFailed, row.tests === undefined ? null : JSON.stringify(row.tests)];
      add.run(
        run,
        tree,
        name,
        key,
        verdict,
        Number(isReused),
        startedMs,
        endedMs,
        log,
        fingerprint,
        evidence,
        ...counts,
      );
    },
    ...createDurations(db),
    ...createRetention(db),
    ...createProcesses(db),
  };
}

/** How long checks take. */
function createDurations(db: ForgeFile["db"]) {
  const times = db
    .prepare<[string], number>(
      `SELECT ended_ms - started_ms FROM check_results
       WHERE name = ? AND reused = 0 AND verdict IN ('passed', 'failed') ORDER BY id DESC LIMIT 5`,
    )
    .pluck();
  return {
    /** As long as a check took the last times, whatever the tree; null: it has not run yet. */
    usualMs: (name: string): number | null => {
      const took = times.all(name).toSorted((left, right) => left - right);
      return took[Math.floor(took.length / 2)] ?? null;
    },
  };
}

/** Logs are heavy and results are not; both go in time. */
function createRetention(db: ForgeFile["db"]) {
  const oldLogs = db
    .prepare<[number], string>("SELECT DISTINCT log FROM check_results WHERE ended_ms < ? AND log IS NOT NULL")
    .pluck();
  const dropLog = db.prepare<[string]>("UPDATE check_results SET log = NULL WHERE log = ?");
  const dropResults = db.prepare<[number]>("DELETE FROM check_results WHERE ended_ms < ?");
  const dropRuns = db.prepare<[number]>("DELETE FROM check_runs WHERE created_ms < ? AND state <> 'open'");
  return {
    logsOlderThan: (ms: number): readonly string[] => oldLogs.all(ms),
    forgetLog: (log: string): void => void dropLog.run(log),
    forgetOlderThan: (ms: number): void => {
      dropResults.run(ms);
      dropRuns.run(ms);
    },
  };
}

/** Programs that were started and whose end nobody wrote down yet. */
function createProcesses(db: ForgeFile["db"]) {
  const add = db.prepare<[number, string]>("INSERT OR REPLACE INTO check_processes VALUES (?, ?)");
  const drop = db.prepare<[number, string]>("DELETE FROM check_processes WHERE pid = ? AND born = ?");
  const all = db.prepare<[], { pid: number; born: string }>("SELECT pid, born FROM check_processes");
  const born = ({ startTime, bootId }: ProcessName): string => `${bootId} ${startTime}`;
  return {
    noteProcess: (process: ProcessName): void => void add.run(process.pid, born(process)),
    dropProcess: (process: ProcessName): void => void drop.run(process.pid, born(process)),
    leftProcesses: (): readonly ProcessName[] =>
      all.all().map(({ pid, born: text }) => {
        const space = text.indexOf(" ");
        return { pid, bootId: text.slice(0, space), startTime: text.slice(space + 1) };
      }),
  };
}

function read(row: StoredResult): ResultRow {
  const { tests, ...rest } = row;
  return {
    ...rest,
    isReused: row.isReused === 1,
    ...(tests === null ? {} : { tests: parseStored<FailingTests>(tests) }),
  };
}

export function toCheckResult({ name, tree, verdict, fingerprint, evidence, tests }: ResultRow): CheckResult {
  // Of what is run here only what is not needed is left out.
  const why = verdict === "skipped" ? { notNeeded: evidence } : {};
  return { name, tree, verdict, fingerprint, evidence, ...(tests === undefined ? {} : { tests }), ...why };
}
