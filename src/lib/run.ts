/**
 * The only file that starts programs. A program and its arguments, never a shell. Each one leads a process group of its
 * own, so that a time limit, an output limit or an abort ends it together with everything it started.
 */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { hasCode } from "./files/if-there.ts";

export type Program = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the program. Left out: ours, which may hold tokens. */
  readonly env?: NodeJS.ProcessEnv;
};

export type RunOptions = Program & {
  readonly timeoutMs: number;
  /**
   * Written to its stdin, which is then closed. Left out: stdin is empty. A stream is read no faster than the program
   * reads, and never held as a whole; when it fails, the program is ended as by an abort: half an input
   * must not pass for all of it.
   */
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Open files in the place of its stdin and stdout: what is too much to be held in memory. */
  readonly files?: RunFiles;
  /** Of stdout and stderr together; 64 MiB when left out. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  /** Told the process id as soon as there is one. */
  readonly onStart?: (pid: number) => void;
  /** Given each piece as it comes. Nothing is collected then: `stdout` and `stderr` of the result are empty. */
  readonly onOutput?: (piece: OutputPiece) => void;
};

export type RunFiles = { readonly stdin?: number; readonly stdout?: number };
export type OutputPiece = { readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array };

export type NotStarted = {
  readonly reason: "not_found" | "no_such_folder" | "not_startable";
  readonly error: Error;
};
type Cut = { readonly reason: "timeout" | "output_limit" | "aborted" };
type Killed = { readonly reason: "killed"; readonly signal: NodeJS.Signals };
type Unfinished = { readonly ok: false } & (NotStarted | Cut | Killed);
type Ended = { readonly ok: true; readonly code: number } | Unfinished;

/** `ok`: the program ran to its own end. Whether it did well, its exit code says. */
export type RunResult = Ended & { readonly stdout: string; readonly stderr: string };

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** From the polite signal to the final one. */
const GRACE_MS = 2_000;
/** A child left behind may hold the pipes open; what the program itself wrote has arrived long before this. */
const DRAIN_MS = 1_000;

export async function runProgram(options: RunOptions): Promise<RunResult> {
  const output = createCollector(options);
  return { ...(await waitForEnd(options, output.take)), ...output.text() };
}

/** Starts a program that outlives us. Its output goes to the open files given, or nowhere. */
export function launch(
  options: Program & { readonly stdout: number | "ignore"; readonly stderr: number | "ignore" },
): Promise<{ readonly ok: true; readonly pid: number } | ({ readonly ok: false } & NotStarted)> {
  const child = start(options, ["ignore", options.stdout, options.stderr]);
  if (child instanceof Error) return Promise.resolve({ ok: false, ...reportNotStarted(options, child) });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, ...reportNotStarted(options, error) }));
    child.once("spawn", () => {
      child.unref();
      resolve({ ok: true, pid: child.pid ?? 0 });
    });
  });
}

/** Runs a program for the person at our terminal, who may be asked things; what it prints is narration, on stderr. */
export function runOnTerminal(options: Program): Promise<{ readonly ok: true; readonly code: number } | Unfinished> {
  // Not in a group of its own: there it could neither ask at the terminal nor hear Ctrl-C.
  const child = start(options, ["inherit", 2, "inherit"], false);
  if (child instanceof Error) return Promise.resolve({ ok: false, ...reportNotStarted(options, child) });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, ...reportNotStarted(options, error) }));
    child.once("exit", (code, signal) => resolve(toEnded(code, signal)));
  });
}

export type Attended = {
  readonly pid: number;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
};

/** Starts a program that we stay beside for as long as it lives: no limit, its output goes to the open files given. */
export function attend(
  options: Program & { readonly stdout: number; readonly stderr: number },
): Promise<({ readonly ok: true } & Attended) | ({ readonly ok: false } & NotStarted)> {
  const child = start(options, ["ignore", options.stdout, options.stderr]);
  if (child instanceof Error) return Promise.resolve({ ok: false, ...reportNotStarted(options, child) });
  const ended: Attended["ended"] = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, ...reportNotStarted(options, error) }));
    child.once("spawn", () => {
      resolve({ ok: true, pid: child.pid ?? 0, signal: (signal) => void child.kill(signal), ended });
    });
  });
}

export type Fed = {
  readonly pid: number;
  /** Breaks when the program stops reading; that is not reported anywhere else. */
  readonly input: Writable;
  readonly ended: Promise<void>;
};

/**
 * Starts a program that reads what we write for as long as we live: when we die, its input ends. Its output is its own; with
 * `isShown` the person at our terminal sees it, and it hears them.
 */
export function feed({
  isShown = false,
  ...options
}: Program & { readonly isShown?: boolean }): Promise<
  ({ readonly ok: true } & Fed) | ({ readonly ok: false } & NotStarted)
> {
  const child = isShown
    ? start(options, ["pipe", "inherit", "inherit"], false)
    : start(options, ["pipe", "ignore", "ignore"]);
  if (child instanceof Error) return Promise.resolve({ ok: false, ...reportNotStarted(options, child) });
  return new Promise((resolve) => {
    const ended = new Promise<void>((end) => child.once("exit", () => end()));
    child.once("error", (error) => resolve({ ok: false, ...reportNotStarted(options, error) }));
    child.once("spawn", () => {
      const { stdin: input } = child;
      if (input !== null) resolve({ ok: true, pid: child.pid ?? 0, input: input.on("error", expectBrokenPipe), ended });
    });
  });
}

function waitForEnd(options: RunOptions, take: (piece: OutputPiece) => "kept" | "full"): Promise<Ended> {
  if (options.signal?.aborted === true) return Promise.resolve({ ok: false, reason: "aborted" });
  const { files = {}, input } = options;
  const child = start(options, [
    files.stdin ?? (input === undefined ? "ignore" : "pipe"),
    files.stdout ?? "pipe",
    "pipe",
  ]);
  if (child instanceof Error) return Promise.resolve({ ok: false, ...reportNotStarted(options, child) });
  if (child.pid !== undefined) options.onStart?.(child.pid);

  return new Promise((resolve) => {
    let cut: Cut["reason"] | null = null;
    const timers = new Set<NodeJS.Timeout>();
    const after = (ms: number, act: () => void): void => void timers.add(setTimeout(act, ms));
    const end = (reason: Cut["reason"]): void => {
      if (cut !== null) return;
      cut = reason;
      killGroup(child, "SIGTERM");
      after(GRACE_MS, () => killGroup(child, "SIGKILL"));
    };
    const abort = (): void => end("aborted");
    const settle = (ended: Ended): void => {
      for (const timer of timers) clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
      if (cut !== null) killGroup(child, "SIGKILL");
      resolve(cut === null ? ended : { ok: false, reason: cut });
    };

    after(options.timeoutMs, () => end("timeout"));
    options.signal?.addEventListener("abort", abort);
    child.once("error", (error) => settle({ ok: false, ...reportNotStarted(options, error) }));
    child.once("exit", () => after(DRAIN_MS, () => leaveBehind(child)));
    child.once("close", (code, signal) => settle(toEnded(code, signal)));
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]?.on("data", (bytes: Buffer) => {
        if (cut === null && take({ stream, bytes }) === "full") end("output_limit");
      });
    }
    if (child.stdin !== null) giveInput(child.stdin, input, () => end("aborted"));
  });
}

function giveInput(stdin: Writable, input: RunOptions["input"], onFailed: () => void): void {
  stdin.on("error", expectBrokenPipe);
  if (input === undefined || typeof input === "string" || input instanceof Uint8Array) return void stdin.end(input);
  const source = Readable.from(input, { objectMode: false });
  source.on("error", onFailed);
  // A program that ended reads no more, and whoever makes the input is told to stop.
  stdin.once("close", () => source.destroy());
  source.pipe(stdin);
}

function start(options: Program, stdio: StdioOptions, hasOwnGroup = true): ChildProcess | Error {
  const { program, args, cwd, env = process.env } = options;
  try {
    const detached = hasOwnGroup && process.platform !== "win32"; // There a detached program gets a console window instead of a group.
    return spawn(program, args, { ...(cwd === undefined ? {} : { cwd }), env, stdio, detached, windowsHide: true });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The system says "no such file" of a missing folder, too. */
function reportNotStarted({ cwd }: Program, error: NodeJS.ErrnoException): NotStarted {
  if (error.code !== "ENOENT") return { reason: "not_startable", error };
  return { reason: cwd !== undefined && !existsSync(cwd) ? "no_such_folder" : "not_found", error };
}

function toEnded(code: number | null, signal: NodeJS.Signals | null): Ended {
  if (code !== null) return { ok: true, code };
  return { ok: false, reason: "killed", signal: signal ?? "SIGKILL" };
}

function killGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") return void spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // Nobody is left, or (on macOS) only processes that have already ended.
    if (!hasCode(error, "ESRCH", "EPERM")) throw error;
  }
}

/** Ends what still holds our pipes after the program itself has ended, and stops listening to it. */
function leaveBehind(child: ChildProcess): void {
  killGroup(child, "SIGKILL");
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** A program may end without reading its input. Whether that was a mistake, its exit code says. */
function expectBrokenPipe(error: Error): void {
  if (!hasCode(error, "EPIPE", "ECONNRESET", "EOF")) throw error;
}

function createCollector({ maxOutputBytes = OUTPUT_BYTES_MAX, onOutput }: RunOptions) {
  const pieces: OutputPiece[] = [];
  let bytesLeft = maxOutputBytes;
  const textOf = (stream: OutputPiece["stream"]): string =>
    Buffer.concat(pieces.filter((piece) => piece.stream === stream).map((piece) => piece.bytes)).toString("utf8");
  return {
    /** Keeps what fits; the piece that does not is cut at the limit. */
    take: (piece: OutputPiece): "kept" | "full" => {
      const kept = { ...piece, bytes: piece.bytes.subarray(0, bytesLeft) };
      bytesLeft -= piece.bytes.length;
      if (onOutput === undefined) pieces.push(kept);
      else onOutput(kept);
      return bytesLeft < 0 ? "full" : "kept";
    },
    text: () => ({ stdout: textOf("stdout"), stderr: textOf("stderr") }),
  };
}
