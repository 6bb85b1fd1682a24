/**
 * The checks slot: commands on trees. The same run asked for again gives the same results, also from the next daemon. A
 * tree that is known to be green is not asked again; a red one is, since it may be a flake.
 */
import { mkdirSync } from "node:fs";
import type { CheckResult } from "../../../domain/checks/check.ts";
import type { TreeSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import type { CheckRequest, ChecksPlugin } from "../../../slots/checks.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { answerGitTrouble } from "../../shared/git/trouble.ts";
import { createCheckRunner, type CheckRunner, type CheckRunnerParts, type Unit } from "./run/check-runner.ts";
import type { ResultRow } from "./check-rows.ts";
import { hand, type Handed } from "./run/hand-over.ts";
import { endLeftProcesses } from "./run/kill-orphans.ts";
import { createSweeper } from "./sweep.ts";

export type LocalChecks = ChecksPlugin & {
  /** Check workspaces that no check has used for long. */
  readonly removeUnused: CheckRunner["removeUnused"];
  readonly end: () => Promise<void>;
};

export type ChecksParts = CheckRunnerParts & {
  readonly ground: () => Promise<GitContext>;
  /** Trees that must be green along with a candidate's own, since its commits become part of the branch one by one. */
  readonly treesBefore: (of: CheckSubject) => readonly TreeSha[];
  readonly handed: Handed;
};

type Run = { readonly answer: Promise<RunAnswer>; readonly stop: AbortController; readonly of: CheckSubject };
type RunAnswer = SlotResult<readonly CheckResult[], "cancelled">;

export function createLocalChecks(parts: ChecksParts): LocalChecks {
  const { rows } = parts;
  const runs = new Map<string, Run>();
  const runner = createCheckRunner(parts);
  const sweeping = createSweeper(parts);
  const ready = createReadiness(parts);
  let isEnding = false;

  const carryOut = async (request: CheckRequest, signal: AbortSignal): Promise<RunAnswer> => {
    if (!(await ready())) return failed("unavailable", "No check was begun: those of an earlier daemon may still run.");
    await Promise.all((await listMissingUnits(parts, request)).map((unit) => runner.runCheck(unit, signal)));
    if (isEnding) return failed("unavailable", "The checks were stopped: ao is ending. They begin again with it.");
    if (signal.aborted) return reportCalledOff();
    const answer = await collectResults(parts, request);
    rows.endRun(request.runId, "done");
    sweeping.sweep();
    return ok(answer);
  };
  const cancel = (runId: string): void => {
    rows.endRun(runId, "cancelled");
    runs.get(runId)?.stop.abort();
  };
  const begin = (request: CheckRequest): Promise<RunAnswer> => {
    const { runId, of, names } = request;
    if (rows.run(runId) === null) rows.openRun({ id: runId, subject: of, names });
    for (const [id, other] of runs) if (isOlderHead(other.of, of)) cancel(id);
    const stop = new AbortController();
    const answer = answerGitTrouble(() => carryOut(request, stop.signal)).finally(() => runs.delete(runId));
    runs.set(runId, { answer, stop, of });
    return answer;
  };

  return {
    name: "local",
    credential: "local",
    progress: runner.progress,
    run: async (request) => {
      const state = rows.run(request.runId)?.state;
      if (state === "cancelled") return reportCalledOff();
      if (state === "done") return answerGitTrouble(async () => ok(await collectResults(parts, request)));
      if (isEnding) return failed("unavailable", "No check was begun: ao is ending.");
      return runs.get(request.runId)?.answer ?? begin(request);
    },
    cancel: (runId) =>
      answerGitTrouble(async () => {
        cancel(runId);
        return ok(null);
      }),
    removeUnused: async (unused) => (isEnding || !(await ready()) ? [] : runner.removeUnused(unused)),
    end: async () => {
      isEnding = true;
      for (const run of runs.values()) run.stop.abort();
      await runner.end();
      await Promise.allSettled([ready(), ...[...runs.values()].map((run) => run.answer)]);
      await sweeping.end();
    },
  };
}

/** What an earlier daemon left must be gone before anything begins. Where that could not be seen, it is tried again. */
function createReadiness({ rows, options }: ChecksParts): () => Promise<boolean> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const look = async (): Promise<boolean> => {
    try {
      await endLeftProcesses(rows, options.folder);
      return true;
    } catch (error) {
      options.warn(error, "checks of an earlier daemon could not be looked for");
      return false;
    }
  };
  let last = look();
  return async () => (await last) || (last = look());
}

const reportCalledOff = () => failed("cancelled", "The checks were called off.");

/** What a run still lacks: all of it, or what an earlier daemon left undone. */
async function listMissingUnits(
  parts: ChecksParts,
  { runId: run, of, names, isForced = false, isLanding = () => false }: CheckRequest,
): Promise<readonly Unit[]> {
  const { options } = parts;
  const git = await parts.ground();
  const settings = options.settings();
  const { read, write } = options.home().opened;
  const sandbox = JSON.stringify([options.sandbox.name, options.network, read, write]);
  const around = { settings, environment: await options.environment(), sandbox };
  const done = parts.rows.ofRun(run);
  return [...new Set([...parts.treesBefore(of), of.tree])].flatMap((tree) =>
    names
      .filter((name) => !done.some((result) => result.tree === tree && result.name === name))
      .map((name) => ({ run, of, ground: git, tree, name, around, isForced, isLanding })),
  );
}

/** A newer head of the same change: nobody waits for the older one's checks. */
function isOlderHead(older: CheckSubject, newer: CheckSubject): boolean {
  return (
    older.kind === "change" && newer.kind === "change" && older.change === newer.change && older.tree !== newer.tree
  );
}

/** One verdict a name. With several trees the worst one speaks for all. */
async function collectResults(parts: ChecksParts, { runId, of, names }: CheckRequest): Promise<readonly CheckResult[]> {
  const rows = parts.rows.ofRun(runId);
  const answers: CheckResult[] = [];
  for (const name of names) {
    const row = findWorst(rows.filter((one) => one.name === name));
    if (row === undefined) throw new Error(`the run ${runId} ended without a verdict on ${name}`);
    answers.push(await hand(parts.handed, of, row));
  }
  return answers;
}

const order: readonly ResultRow["verdict"][] = [
  "failed",
  "infrastructure",
  "cancelled",
  "running",
  "skipped",
  "passed",
];

function findWorst(rows: readonly ResultRow[]): ResultRow | undefined {
  const [first, ...others] = rows.toSorted((left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict));
  const alike = others.filter(({ verdict }) => verdict === first?.verdict);
  return first === undefined || first.verdict !== "failed" ? first : alike.reduce(failTogether, first);
}

/** Trees that fail in different ways: what any of them fails has failed. */
function failTogether(left: ResultRow, right: ResultRow): ResultRow {
  if (left.fingerprint === right.fingerprint && left.tests === undefined) return left;
  const fingerprint = [...new Set([left.fingerprint, right.fingerprint])].sort().join("+");
  const { tests: mine, ...rest } = left;
  const { tests: yours } = right;
  if (mine === undefined || yours === undefined) return { ...rest, fingerprint };
  const failed = [...new Set([...mine.failed, ...yours.failed])];
  return { ...rest, fingerprint, tests: { failed, ran: Math.min(mine.ran, yours.ran) } };
}
