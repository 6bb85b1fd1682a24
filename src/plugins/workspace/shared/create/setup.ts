/** Runs the project's set-up commands in the sandbox, one after another; what they print goes to `setup.log`. */
import { createHash } from "node:crypto";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import { describeBreach } from "../../../../lib/ceiling/ceiling.ts";
import type { LimitedResult, RunLimits } from "../../../../lib/ceiling/run-limited.ts";
import type { OutputPiece } from "../../../../lib/run.ts";
import type { WorkspaceSpec } from "../../../../slots/workspace.ts";
import { findMissingCommand, UNNAMED } from "../../../shared/failure/missing-command.ts";
import { findOutsideCause } from "../../../shared/failure/outside-cause.ts";
import { runConfined } from "../confined.ts";
import { layPrepared } from "./lay-prepared.ts";
import type { LayoutStrategy, WorkspaceContext } from "../layout.ts";
import { parseWords } from "../../../../lib/text/parse-words.ts";
import { keepSettings, wrapWithSettingsLists } from "../notes/session-settings.ts";
import { needGit, WorkspaceTrouble } from "../trouble.ts";

const TIMEOUT_MS = 20 * 60_000;
/**
 * What set-up makes for others may itself wait for that of other lockfiles. Both together stay below the half hour after
 * which the engine asks again: two set-ups would then run beside each other in one workspace.
 */
const PREPARED_WAIT_MS = 9 * 60_000;
/** Whoever prints more has gone astray. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
const TAIL_BYTES = 2_000;
/** Package managers say much after the line that names the cause. */
const EXAMINED_BYTES = 64 * 1024;
const TAIL_LINES = 20;

type SetupRequest = { readonly spec: WorkspaceSpec; readonly calledOff: Promise<void> };

export async function setUp(
  layout: LayoutStrategy,
  place: WorkspaceContext,
  { spec, calledOff }: SetupRequest,
): Promise<void> {
  const { options, repository } = place.site;
  const commands = options.setup.map(toArgv);
  if (commands.length === 0) return;
  const wasAccepted = needGit(await repository.guard.differences()).length === 0;
  const folder = options.logDirOf(spec.session);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = await open(join(folder, "setup.log"), "w", 0o600);
  const stop = new AbortController();
  const { signal } = stop;
  const end = (): void => stop.abort();
  calledOff.then(end, end);
  try {
    const waiting = AbortSignal.timeout(options.preparedWaitMs ?? PREPARED_WAIT_MS);
    if (await layPrepared(layout, place, { log, signal: AbortSignal.any([signal, waiting]) })) return;
    const endsAt = performance.now() + (options.setupTimeoutMs ?? TIMEOUT_MS);
    for (const argv of commands)
      await runCommand(place, spec, { argv, log, signal, timeoutMs: endsAt - performance.now() });
  } finally {
    await log.close();
  }
  if (wasAccepted) await acceptOnce(place);
}

/**
 * Without a sandbox the commands write the shared configuration. A person has accepted the commands, and so what they
 * do to it, the first time they run; a later difference may be anybody's.
 */
async function acceptOnce({ site }: WorkspaceContext): Promise<void> {
  const commands = createHash("sha256").update(JSON.stringify(site.options.setup)).digest("hex");
  const file = join(site.own.gitDir, "accepted-set-up");
  if ((await readPlainText(file)) === commands) return;
  needGit(await site.repository.guard.accept());
  replaceFile(file, commands);
}

function toArgv(command: string | readonly string[]): readonly [string, ...string[]] {
  const parsed = typeof command === "string" ? parseWords(command) : null;
  if (parsed?.ok === true) return parsed.words;
  if (parsed?.ok === false)
    throw new WorkspaceTrouble("setup_failed", `Setup failed: \`${String(command)}\` was not run: ${parsed.why}.`);
  const [program, ...args] = command;
  if (program === undefined) throw new WorkspaceTrouble("setup_failed", "Setup failed: one of its commands is empty.");
  return [program, ...args];
}

type SetupCommand = {
  readonly argv: readonly [string, ...string[]];
  readonly log: FileHandle;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

async function runCommand(
  place: WorkspaceContext,
  spec: WorkspaceSpec,
  { argv, log, signal, timeoutMs }: SetupCommand,
): Promise<void> {
  await log.appendFile(`$ ${argv.join(" ")}\n`);
  const output = createOutputSpool(log);
  const limits = { timeoutMs: Math.max(1, timeoutMs), signal, maxOutputBytes: OUTPUT_BYTES_MAX, onOutput: output.take };
  const isPrivate = place.site.options.sandbox.name === "bubblewrap";
  const folder = place.site.options.logDirOf(spec.session);
  const listed = { before: join(folder, "git-settings-before"), after: join(folder, "git-settings") };
  const ended = isPrivate
    ? await runConfined(place, spec, {
        ...limits,
        argv: await wrapWithSettingsLists(argv, listed),
        writable: [listed.before, listed.after],
      })
    : await runConfined(place, spec, { ...limits, argv });
  if (isPrivate) await keepSettings(place, listed);
  const { tail, lines } = await output.end();
  if (ended.ok && ended.code === 0) return;
  const cause = explainOutsideCause(argv, ended, lines) ?? describeEnd(ended, place.site.options.limits);
  const why = `Setup failed: \`${showCommand(argv)}\` ${cause}`;
  throw new WorkspaceTrouble("setup_failed", tail === "" ? `${why}.` : `${why}.\nIts last output:\n${tail}`);
}

/** Null: nothing speaks for a reason outside of the repository. */
function explainOutsideCause(
  [program = ""]: readonly string[],
  ended: LimitedResult,
  lines: readonly string[],
): string | null {
  if (!ended.ok) return ended.reason === "not_found" ? `did not find the program ${program}` : null;
  const missing = lines.some((line) => OWN_SHELL.test(line)) ? program : findMissingCommand(ended.code, lines);
  if (missing !== null && missing !== UNNAMED) return `did not find the program ${missing}`;
  return findOutsideCause({ code: ended.code, lines, isSetup: true, hasFailingTests: false });
}

/** What the shell that starts the command says, when there is no such program. */
const OWN_SHELL = /^set-up: .*not found$/;
const SHOWN_MAX = 60;

/** Without the variables that `env` sets, and not so long that the cause would be cut off in lists. */
function showCommand(argv: readonly string[]): string {
  const isVariable = (word: string): boolean => /^\w+=/.test(word);
  const from = argv[0] === "env" ? argv.findIndex((word, n) => n > 0 && !isVariable(word)) : 0;
  const line = argv.slice(Math.max(0, from)).join(" ");
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX - 1)}…` : line;
}

function describeEnd(ended: LimitedResult, limits: RunLimits | undefined): string {
  if (ended.ok) return ended.code === 127 ? "was not found" : `exited ${ended.code}`;
  switch (ended.reason) {
    case "timeout":
      return "was ended: the time limit for set-up was over";
    case "output_limit":
      return `was ended: it printed more than ${OUTPUT_BYTES_MAX / 1024 / 1024} MB`;
    case "killed":
      return `was killed by ${ended.signal}`;
    case "not_found":
    case "no_such_folder":
    case "not_startable":
      return `could not be started (${ended.error.message})`;
    case "aborted":
      return "was called off";
    case "memory_limit":
    case "process_limit":
    case "disk_limit":
    case "out_of_memory":
      return limits === undefined ? `was ended (${ended.reason})` : describeBreach(ended.reason, limits.ceiling);
  }
}

/** Writes pieces in their order, and keeps the last ones. */
function createOutputSpool(log: FileHandle) {
  let last = Buffer.alloc(0);
  let written: Promise<unknown> = Promise.resolve();
  return {
    take: ({ bytes }: OutputPiece): void => {
      last = Buffer.concat([last, bytes]).subarray(-EXAMINED_BYTES);
      written = written.then(() => log.appendFile(bytes));
    },
    end: async () => {
      await written;
      const tail = toReadableLines(last.subarray(-TAIL_BYTES).toString("utf8")).slice(-TAIL_LINES);
      return { tail: tail.join("\n").trim(), lines: toReadableLines(last.toString("utf8")) };
    },
  };
}

function toReadableLines(text: string): readonly string[] {
  const plain = text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "").replaceAll(/[^\P{Cc}\n\t]/gu, "");
  return plain.split("\n");
}
