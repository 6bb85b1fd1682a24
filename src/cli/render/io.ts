/** What a verb has to do with the outside: where the answer goes, where the narration, and what stands around them. */
import { writeSync } from "node:fs";
import { cutTo, measureWidth, padTo } from "./display-width.ts";
import { chooseGlyph } from "./glyph.ts";
import { describeTerminal, type Terminal } from "./terminal.ts";

export type Io = {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: TerminalInput;
  /** Of stdout and of stderr. */
  readonly answer: Terminal;
  readonly narration: Terminal;
  /** `--json`: the answer is one document, errors are JSON too. */
  readonly json: boolean;
  /** `--debug`: errors show their stack. */
  readonly debug: boolean;
  /** The answer: whole lines to stdout. */
  readonly print: (text: string) => void;
  /** The answer as it comes: nothing is added. */
  readonly write: (piece: string | Uint8Array) => void;
  /** When what was written has left: a slow reader is waited for. */
  readonly drained: () => Promise<void>;
  /** The narration: whole lines to stderr. */
  readonly tell: (text: string) => void;
  /** One line of narration in place of the last one; null removes it. */
  readonly redraw: (text: string | null) => void;
  readonly now: () => number;
  /** Work that takes longer is narrated. */
  readonly patienceMs: number;
  /** Work that Ctrl-C ends without ending us: its signal is aborted, and the verb says what goes on without it. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  readonly screen: TerminalHandle;
};

/** The terminal as a whole, for the one verb that hands it over to an agent. */
export type TerminalHandle = {
  readonly size: () => { readonly cols: number; readonly rows: number };
  /** Both return how to stop. `undo` is called however we end, but for a kill that nobody can hear. */
  readonly onResize: (changed: () => void) => () => void;
  readonly onDeath: (undo: () => void) => () => void;
};

export type TerminalInput = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  readonly setRawMode?: (raw: boolean) => unknown;
};

export type Flags = Pick<Io, "json" | "debug"> & { readonly noColour: boolean };

/** They may stand anywhere before `--`, and hold even when the rest of the line is wrong. */
export function parseFlags(args: readonly string[]): Flags {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  return { json: own.includes("--json"), debug: own.includes("--debug"), noColour: own.includes("--no-color") };
}

/** A few lines to stdout without opening it as a stream, which takes as long as all the rest of `ao --version`. */
export function printAtOnce(text: string): void {
  try {
    writeSync(1, `${text}\n`);
  } catch (error) {
    // A reader that has gone, or a pipe that is full: the stream knows what to do.
    if (!(error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "EAGAIN")))
      throw error;
    endWithReader(process.stdout).write(`${text}\n`);
  }
}

/** Streams are opened on first use: most verbs never read, and never narrate. */
export function createProcessIo(flags: Flags): Io {
  const { env, platform } = process;
  const surroundings = { env, platform, noColour: flags.noColour };
  const stdout = makeOnce(() => endWithReader(process.stdout));
  const answer = makeOnce(() => describeTerminal(stdout(), surroundings));
  const narration = makeOnce(() => describeTerminal(process.stderr, surroundings));
  const redraw = makeOnce(() => createRedraw((text) => void process.stderr.write(text), narration()));
  return {
    env,
    cwd: process.cwd(),
    get stdin() {
      return process.stdin;
    },
    get answer() {
      return answer();
    },
    get narration() {
      return narration();
    },
    json: flags.json,
    debug: flags.debug,
    print: (text) => void stdout().write(`${text}\n`),
    write: (piece) => void stdout().write(piece),
    drained: () => waitForDrain(stdout()),
    tell: (text) => void process.stderr.write(`${text}\n`),
    redraw: (text) => redraw()(text),
    now: Date.now,
    patienceMs: 1_000,
    interruptible: runInterruptibly,
    screen: {
      size: () => ({ cols: stdout().columns, rows: stdout().rows }),
      onResize: (changed) => {
        stdout().on("resize", changed);
        return () => void stdout().off("resize", changed);
      },
      onDeath: runAtDeath,
    },
  };
}

function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Without escape sequences: the line is written over, and over with blanks. */
export function createRedraw(write: (text: string) => void, terminal: Terminal): Io["redraw"] {
  let shown = 0;
  return (text) => {
    const line = text === null ? "" : cutTo(text, terminal.width - 1, chooseGlyph("ellipsis", terminal));
    write(`\r${padTo(line, shown)}${text === null ? "\r" : ""}`);
    shown = measureWidth(line);
  };
}

/** A reader that stops early (`ao list | head`) is no failure of ours. */
function endWithReader(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

async function runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // Only once: a second Ctrl-C ends us as it ends any program.
  process.once("SIGINT", abort);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", abort);
  }
}

async function waitForDrain(stdout: NodeJS.WriteStream): Promise<void> {
  if (stdout.writableNeedDrain) await new Promise<void>((resolve) => stdout.once("drain", resolve));
}

const DEADLY = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

function runAtDeath(undo: () => void): () => void {
  const die = (signal: NodeJS.Signals): void => {
    stop();
    undo();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const signal of DEADLY) process.off(signal, die);
    process.off("exit", undo);
  };
  for (const signal of DEADLY) process.on(signal, die);
  process.on("exit", undo);
  return stop;
}
