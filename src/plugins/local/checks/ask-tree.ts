/** Runs one check on one tree, in a clean workspace and in the sandbox, and judges how it ended. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bringFiles, LeadsOut } from "../../../lib/bring-files.ts";
import { findProgram } from "../../../lib/find-program.ts";
import type { ProcessName } from "../../../lib/process-table.ts";
import { setAside } from "../../../lib/prepared/lay-in-desk.ts";
import { confineIn } from "../../../lib/sandbox/rules.ts";
import { runLimited, type LimitedResult } from "../../../lib/ceiling/run-limited.ts";
import type { OutputPiece, RunResult } from "../../../lib/run.ts";
import { shortLived } from "../../../lib/short-lived.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { boundedLog } from "../../shared/failure/bounded-log.ts";
import { blameMissing } from "./blame-missing.ts";
import type { Argv, Question } from "./check-key.ts";
import type { CheckRows, TestCounts } from "./check-rows.ts";
import { SETUP_TIMEOUT_MS, type ChecksOptions } from "./check-settings.ts";
import { judge, type Judgement } from "./judge.ts";
import { layOut, type Layout } from "./lay-out.ts";
import { doneSetup, type Desk } from "./pool.ts";
import { outputLines } from "../../shared/failure/output-lines.ts";
import { testReport } from "./read-output.ts";
import type { Place } from "./places.ts";
import { endStrays, MARK, nameOfProcess } from "./recover.ts";

export type Bench = {
  readonly options: ChecksOptions;
  readonly file: ForgeFile;
  readonly rows: CheckRows;
  readonly newLogName: () => string;
};

export type Answer = Judged & { readonly startedMs: number; readonly endedMs: number };

/** `place`: null when it was called off before it had one. */
export type Waiting = { readonly place: Promise<Place | null>; readonly signal: AbortSignal };

type Task = Waiting & {
  readonly ground: Ground;
  readonly desk: Desk;
  readonly question: Question;
  readonly layout: Omit<Layout, "tree" | "cache">;
};

/** Null: it was called off. */
export async function askTree(bench: Bench, task: Task): Promise<Answer | null> {
  const { ground, desk, question } = task;
  const { tree, setup } = question;
  // What was laid is put back by `layPrepared`; until then no set-up counts as done.
  if (await setAside(desk)) await rm(desk.setupNote, { force: true });
  const laidOut = await layOut(ground, desk, { ...task.layout, tree, cache: setup.cache });
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
  const blamed = await blameMissing(ground, answer, { laidOut, base: task.layout.base?.commit ?? null });
  return { ...blamed, startedMs, endedMs: Math.trunc(bench.file.wallMs()) };
}

/** A file that leads out of the repository is not brought along; what misses it says so by itself. */
async function bringFilesIn({ options }: Bench, { ground, desk }: Task): Promise<void> {
  const { checkout } = ground.repository;
  const { copy, symlinks } = options.settings();
  if (checkout === null) return;
  try {
    await bringFiles({ from: checkout, to: desk.tree, copy, symlinks });
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
  const { desk } = task;
  if (setup.commands.length === 0) return null;
  if (setup.cache.length > 0) {
    if (await layPrepared(bench, task)) return null;
    if (task.signal.aborted) return null;
    if ((await doneSetup(desk)) === setup.key) return null;
  }
  await rm(desk.setupNote, { force: true });
  for (const argv of setup.commands) {
    const judged = await runAndJudge(bench, task, { argv, log, readable, timeoutMs: SETUP_TIMEOUT_MS, isSetup: true });
    if (judged === null || judged.verdict !== "passed") return judged;
  }
  await rm(log, { force: true });
  await writeFile(desk.setupNote, setup.key, { mode: 0o600 });
  return null;
}

/** The result of a set-up that ran for all workspaces with the same key; false when there is none for this tree. */
async function layPrepared({ options }: Bench, { desk, ground, question, layout, signal }: Task): Promise<boolean> {
  const { prepared } = options;
  if (prepared === undefined) return false;
  const { base } = layout;
  const tree = base === null ? null : await ground.treeOf(base.commit);
  const trusted = base === null || tree === null ? null : { commit: base.commit, tree };
  if (!(await prepared.layInDesk(desk, { tree: question.tree, trusted, signal }))) return false;
  await writeFile(desk.setupNote, question.setup.key, { mode: 0o600 });
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
  const lines = outputLines(log);
  const { cache } = task.question.setup;
  const report = isSetup ? null : await testReport(task.ground, task.desk, { log, lines, cache });
  const judgement = judge({
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
  const { desk, question, signal } = task;
  const own = { CI: "true", TMPDIR: desk.temporary, AO_CHECK: question.name, [MARK]: desk.folder };
  const env = { ...question.environment, ...own };
  const output = boundedLog(step.log);
  const seen = shortLived();
  const processes = processNotes(bench);
  try {
    const missing = missingProgram(step.argv[0], question.environment["PATH"] ?? "");
    if (missing !== null) return missing;
    const [program, ...args] = await confined(options, task, { argv: step.argv, env, readable: step.readable });
    const started = {
      ...{ program, args, env, signal, cwd: desk.tree, timeoutMs: step.timeoutMs },
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
    if (options.sandbox.name === "none") await endStrays(desk.folder);
  }
}

/** Seen before it is started: inside a sandbox it would look like a failure of the check. */
function missingProgram(name: string, path: string): RunResult | null {
  if (name.includes("/") || findProgram(name, path) !== null) return null;
  const error = new Error(`there is no program ${name} on the PATH of checks`);
  return { ok: false, reason: "not_found", error, stdout: "", stderr: "" };
}

type Program = Pick<Step, "argv" | "readable"> & { readonly env: NodeJS.ProcessEnv };

function confined({ sandbox, home, settings }: ChecksOptions, { ground, desk }: Task, program: Program) {
  const { argv, env, readable } = program;
  const { repository, own } = ground;
  const { checkout } = repository;
  const linked = checkout === null ? [] : settings().symlinks.map((path) => join(checkout, path));
  return confineIn(sandbox, {
    ...{ argv, env, cwd: desk.tree, home: home(), programs: argv, git: null },
    writable: [desk.tree, desk.temporary],
    // What is linked lies in the person's checkout.
    readable: [repository.objects, join(own.gitDir, "objects"), ...readable, ...linked],
  });
}

/** Written down while it runs, so that a daemon that comes after a crash can end it. */
function processNotes({ rows, options }: Bench) {
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
