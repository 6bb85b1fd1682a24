/** Runs one check on one tree, in a clean workspace and in the sandbox, and judges how it ended. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bringFiles, LeadsOut } from "../../../../lib/files/bring-files.ts";
import { findProgram } from "../../../../lib/process/find-program.ts";
import type { ProcessName } from "../../../../lib/process/process-table.ts";
import { setAside } from "../../../../lib/prepared/lay-in-workspace.ts";
import { confineIn } from "../../../../lib/sandbox/rules.ts";
import { runLimited, type LimitedResult } from "../../../../lib/ceiling/run-limited.ts";
import type { OutputPiece, RunResult } from "../../../../lib/run.ts";
import { createGarbageCollector } from "../../../../lib/process/collect-garbage.ts";
import type { ForgeFile } from "../../forge-file.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { createBoundedLog } from "../../../shared/failure/bounded-log.ts";
import { blameMissing } from "../blame-missing.ts";
import type { Argv, TreeCheckRequest } from "../check-key.ts";
import type { CheckRows, TestCounts } from "../check-rows.ts";
import { SETUP_TIMEOUT_MS, type ChecksOptions } from "../check-settings.ts";
import { judgeCheck, type Judgement } from "./judge.ts";
import { layOutWorkspace, type WorkspaceLayout } from "./lay-out.ts";
import { readDoneSetup, type CheckWorkspace } from "./pool.ts";
import { readOutputLines } from "../../../shared/failure/output-lines.ts";
import { readTestReport } from "./read-output.ts";
import type { CheckSlot } from "./check-slots.ts";
import { killOrphans, MARK, nameOfProcess } from "./kill-orphans.ts";

export type Bench = {
  readonly options: ChecksOptions;
  readonly file: ForgeFile;
  readonly rows: CheckRows;
  readonly newLogName: () => string;
};

export type CheckAnswer = Judged & { readonly startedMs: number; readonly endedMs: number };

/** `place`: null when it was called off before it had one. */
export type WaitingCheck = { readonly place: Promise<CheckSlot | null>; readonly signal: AbortSignal };

type Task = WaitingCheck & {
  readonly ground: GitContext;
  readonly desk: CheckWorkspace;
  readonly question: TreeCheckRequest;
  readonly layout: Omit<WorkspaceLayout, "tree" | "cache">;
};

/** Null: it was called off. */
export async function askTree(bench: Bench, task: Task): Promise<CheckAnswer | null> {
  const { ground: git, desk: workspace, question } = task;
  const { tree, setup } = question;
  // What was laid is put back by `layPrepared`; until then no set-up counts as done.
  if (await setAside(workspace)) await rm(workspace.setupNote, { force: true });
  const laidOut = await layOutWorkspace(git, workspace, { ...task.layout, tree, cache: setup.cache });
  await bringFilesIn(bench, task);
  const place = await task.place;
  if (place === null) return null;
  const startedMs = Math.trunc(bench.file.wallMs());
  const log = join(bench.options.folder, "logs", bench.newLogName());
  const { readable } = laidOut;
  const failed = await setUp(bench, task, { log: `${log}.setup`, readable });
  const { argv, timeoutMs } = question;
  const answer = failed ?? (await runAndJudge(bench, task, { argv, log, timeoutMs, readable, onEnd: place.giveBack }));
  if (answer === null) return null;
  const blamed = await blameMissing(git, answer, { laidOut, base: task.layout.base?.commit ?? null });
  return { ...blamed, startedMs, endedMs: Math.trunc(bench.file.wallMs()) };
}

/** A file that leads out of the repository is not brought along; what misses it says so by itself. */
async function bringFilesIn({ options }: Bench, { ground: git, desk: workspace }: Task): Promise<void> {
  const { checkout } = git.repository;
  const { copy, symlinks } = options.settings();
  if (checkout === null) return;
  try {
    await bringFiles({ from: checkout, to: workspace.tree, copy, symlinks });
  } catch (error) {
    if (!(error instanceof LeadsOut)) throw error;
    options.warn(error, "a file was not brought into a check workspace");
  }
}

type Judged = Judgement & { readonly log: string | null } & TestCounts;

/** Null when it went well. What it made lies in the kept folders, so it need not run again before its key changes. */
async function setUp(
  bench: Bench,
  task: Task,
  { log, readable }: Pick<Step, "log" | "readable">,
): Promise<Judged | null> {
  const { setup } = task.question;
  const { desk: workspace } = task;
  if (setup.commands.length === 0) return null;
  if (setup.cache.length > 0) {
    if (await layPrepared(bench, task)) return null;
    if (task.signal.aborted) return null;
    if ((await readDoneSetup(workspace)) === setup.key) return null;
  }
  await rm(workspace.setupNote, { force: true });
  for (const argv of setup.commands) {
    const judged = await runAndJudge(bench, task, { argv, log, readable, timeoutMs: SETUP_TIMEOUT_MS, isSetup: true });
    if (judged === null || judged.verdict !== "passed") return judged;
  }
  await rm(log, { force: true });
  await writeFile(workspace.setupNote, setup.key, { mode: 0o600 });
  return null;
}

/** The result of a set-up that ran for all workspaces with the same key; false when there is none for this tree. */
async function layPrepared(
  { options }: Bench,
  { desk: workspace, ground: git, question, layout, signal }: Task,
): Promise<boolean> {
  const { prepared } = options;
  if (prepared === undefined) return false;
  const { base } = layout;
  const tree = base === null ? null : await git.treeOf(base.commit);
  const trusted = base === null || tree === null ? null : { commit: base.commit, tree };
  if (!(await prepared.layInDesk(workspace, { tree: question.tree, trusted, signal }))) return false;
  await writeFile(workspace.setupNote, question.setup.key, { mode: 0o600 });
  return true;
}

type Step = {
  readonly argv: Argv;
  readonly log: string;
  /** Where submodules borrow their objects. */
  readonly readable: readonly string[];
  readonly timeoutMs: number;
  readonly isSetup?: boolean;
  /** The program has ended; what follows needs no place. */
  readonly onEnd?: () => void;
};

async function runAndJudge(bench: Bench, task: Task, step: Step): Promise<Judged | null> {
  const { argv, log, timeoutMs, isSetup = false } = step;
  const ended = await runStep(bench, task, step);
  step.onEnd?.();
  if (task.signal.aborted) return null;
  const lines = readOutputLines(log);
  const { cache } = task.question.setup;
  const report = isSetup ? null : await readTestReport(task.ground, task.desk, { log, lines, cache });
  const judgement = judgeCheck({
    argv,
    ended,
    timeoutMs,
    lines,
    report,
    isSetup,
    ceiling: bench.options.limits?.().ceiling ?? null,
  });
  const evidence = bench.options.redact(judgement.evidence);
  return { ...judgement, evidence, log, testsPassed: report?.passed ?? null, testsFailed: report?.failed ?? null };
}

async function runStep(bench: Bench, task: Task, step: Step): Promise<LimitedResult> {
  const { options } = bench;
  const { desk: workspace, question, signal } = task;
  const own = { CI: "true", TMPDIR: workspace.temporary, AO_CHECK: question.name, [MARK]: workspace.folder };
  const env = { ...question.environment, ...own };
  const output = createBoundedLog(step.log);
  const seen = createGarbageCollector();
  const processes = createProcessNotes(bench);
  try {
    const missing = reportMissingProgram(step.argv[0], question.environment["PATH"] ?? "");
    if (missing !== null) return missing;
    const [program, ...args] = await confineProgram(options, task, { argv: step.argv, env, readable: step.readable });
    const started = {
      ...{ program, args, env, signal, cwd: workspace.tree, timeoutMs: step.timeoutMs },
      maxOutputBytes: Number.POSITIVE_INFINITY,
      onStart: processes.note,
      onOutput: ({ bytes }: OutputPiece) => {
        output.write(bytes);
        seen(bytes.length);
      },
    };
    return await runLimited(started, options.limits?.());
  } finally {
    output.end();
    await processes.drop();
    if (options.sandbox.name === "none") await killOrphans(workspace.folder);
  }
}

/** Seen before it is started: inside a sandbox it would look like a failure of the check. */
function reportMissingProgram(name: string, path: string): RunResult | null {
  if (name.includes("/") || findProgram(name, path) !== null) return null;
  const error = new Error(`there is no program ${name} on the PATH of checks`);
  return { ok: false, reason: "not_found", error, stdout: "", stderr: "" };
}

type Program = Pick<Step, "argv" | "readable"> & { readonly env: NodeJS.ProcessEnv };

function confineProgram(
  { sandbox, home, settings }: ChecksOptions,
  { ground: git, desk: workspace }: Task,
  program: Program,
) {
  const { argv, env, readable } = program;
  const { repository, own } = git;
  const { checkout } = repository;
  const linked = checkout === null ? [] : settings().symlinks.map((path) => join(checkout, path));
  return confineIn(sandbox, {
    ...{ argv, env, cwd: workspace.tree, home: home(), programs: argv, git: null },
    writable: [workspace.tree, workspace.temporary],
    // What is linked lies in the person's checkout.
    readable: [repository.objects, join(own.gitDir, "objects"), ...readable, ...linked],
  });
}

/** Written down while it runs, so that a daemon that comes after a crash can end it. */
function createProcessNotes({ rows, options }: Bench) {
  let noted: Promise<ProcessName | null> = Promise.resolve(null);
  return {
    note: (pid: number): void => {
      noted = nameOfProcess(pid).then((name) => {
        if (name !== null) rows.noteProcess(name);
        return name;
      });
      noted.catch((error: unknown) => options.warn(error, "a check's process could not be written down"));
    },
    drop: async (): Promise<void> => {
      const [name] = await Promise.allSettled([noted]);
      if (name.status === "fulfilled" && name.value !== null) rows.dropProcess(name.value);
    },
  };
}
