/** Starts git. What it may be asked, and where, `own.ts` and `repository.ts` say; beside them only what finds a repository uses this file. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isSystemDiskError } from "../disk-errors/system-disk-error.ts";
import { runProgram, type RunFiles, type RunResult } from "../run.ts";

/**
 * - `not_accepted`: the repository's configuration could run a program that no person has accepted. Nothing was run.
 * - `busy`: another git holds a lock file, and still did after all tries.
 * - `failed`: git itself said no; `exitCode` and `stderr` tell why.
 * - `unavailable`: git did not run to its end (missing, time limit, killed).
 * - `rejected`: what an agent made cannot be taken over, and will not be the next time either.
 */
export type GitFailure = {
  readonly kind: "not_accepted" | "busy" | "failed" | "unavailable" | "rejected";
  /** A sentence for people. */
  readonly message: string;
  readonly exitCode: number | null;
  readonly stderr: string;
};

export type GitAnswer<T = string> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: GitFailure };

export type GitCall = {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly files?: RunFiles;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  readonly onStart?: (pid: number) => void;
};

const TIMEOUT_MS = 120_000;
/** Lock files of git live for milliseconds. One that outlives all of these waits was left behind, or a person is busy. */
const WAITS_FOR_LOCK_MS: readonly number[] = [20, 60, 150, 400, 1_000, 2_000];

/** The answer is what git printed. A lock file in the way is waited for. */
export async function callGit(call: GitCall): Promise<GitAnswer> {
  for (const waitMs of WAITS_FOR_LOCK_MS) {
    const answer = await callOnce(call);
    if (answer.ok || answer.error.kind !== "busy") return answer;
    await pause(waitMs);
  }
  return callOnce(call);
}

async function callOnce(call: GitCall): Promise<GitAnswer> {
  const { timeoutMs = TIMEOUT_MS, ...rest } = call;
  const ended = await runProgram({ program: "git", timeoutMs, ...rest });
  return toGitAnswer(
    call,
    ended.ok && ended.code !== 0 ? { ...ended, stderr: await addDiskReason(ended.stderr) } : ended,
  );
}

/** Of a ref that it could not write git says only that: whether the disk is full has to be looked up. */
export async function addDiskReason(stderr: string): Promise<string> {
  const path = /couldn't write '([^'\n]+)'$/m.exec(stderr)?.[1];
  if (path === undefined) return stderr;
  const isFull = await statfs(dirname(path)).then(
    ({ bavail, files, ffree }) => bavail === 0 || (files > 0 && ffree === 0),
    isSystemDiskError,
  );
  return isFull ? stderr.replace(`'${path}'`, `'${path}': No space left on device`) : stderr;
}

function toGitAnswer({ args, cwd }: GitCall, ended: RunResult): GitAnswer {
  const verb = findGitVerb(args);
  const { stderr } = ended;
  if (!ended.ok) {
    return failGit("unavailable", `git ${verb} was not done: ${whyNot[ended.reason](cwd)}.`, { stderr });
  }
  if (ended.code === 0) return { ok: true, value: ended.stdout };
  const lockFile = lockFileIn(stderr);
  if (lockFile !== null) {
    const message = `git ${verb} was not done: another git holds ${lockFile}. If none is running, delete that file.`;
    return failGit("busy", message, { stderr, exitCode: ended.code });
  }
  return failGit("failed", `git ${verb} failed: ${describeStderr(stderr)}`, { stderr, exitCode: ended.code });
}

/** Stands in the message then, so that whoever asked can ask for less. */
export const TOO_MUCH_OUTPUT = "it printed more than its limit";

const whyNot: Readonly<Record<Exclude<RunResult, { ok: true }>["reason"], (cwd: string) => string>> = {
  not_found: () => "git is not installed",
  no_such_folder: (cwd) => `there is no folder ${cwd}`,
  not_startable: () => "git could not be started",
  timeout: () => "it took longer than its time limit",
  output_limit: () => TOO_MUCH_OUTPUT,
  aborted: () => "it was called off",
  killed: () => "something killed it",
};

export function failGit(
  kind: GitFailure["kind"],
  message: string,
  { stderr = "", exitCode = null }: { readonly stderr?: string; readonly exitCode?: number | null } = {},
): { readonly ok: false; readonly error: GitFailure } {
  return { ok: false, error: { kind, message, exitCode, stderr } };
}

/** The lock file git could not take. It says so in English: every call runs with `LC_ALL=C`. */
function lockFileIn(stderr: string): string | null {
  const named = /Unable to create '([^'\n]+\.lock)': File exists/.exec(stderr)?.[1];
  if (named !== undefined) return named;
  return /could not lock config file ([^\n]+): File exists/.exec(stderr)?.[1] ?? null;
}

/** The first argument that is no option of git itself. */
function findGitVerb(args: readonly string[]): string {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (word === "-c" || word === "-C") at += 1;
    else if (!word.startsWith("-")) return word;
  }
  return "";
}

/** What the system answered to git. It is said first, because a card cuts a long sentence at its end. */
const SYSTEM_REASON =
  /: (No space left on device|Disk quota exceeded|Read-only file system|Input\/output error|Too many open files|Permission denied)$/m;

export function describeStderr(stderr: string): string {
  const reason = SYSTEM_REASON.exec(stderr)?.[1];
  const line = findLastLine(stderr);
  if (reason === undefined) return line;
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1)} (${line.replace(`: ${reason}`, "")})`;
}

function findLastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.findLast((line) => /^(fatal|error):/.test(line));
  return (fatal ?? lines.at(-1) ?? "it gave no reason").replace(/^(fatal|error): /, "");
}
