/** Where a verb's words go in a test: nowhere but into memory. */
import { PassThrough } from "node:stream";
import { parseFlags, createRedraw, type TerminalInput, type Io, type TerminalHandle } from "../render/io.ts";
import { describeTerminal, type Terminal } from "../render/terminal.ts";

export const UTF8 = { LANG: "C.UTF-8" };

/** A terminal of so many columns; `width` null is a pipe. */
export function aTerminal(width: number | null, env: NodeJS.ProcessEnv = UTF8): Terminal {
  const stream = width === null ? {} : { isTTY: true, columns: width };
  return describeTerminal(stream, { env, platform: "linux", noColour: false });
}

export type TestIo = Io & { readonly stdout: () => string; readonly stderr: () => string };

export type IoSetting = {
  readonly args?: readonly string[];
  readonly width?: number | null;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What is read; left out: a terminal at which nobody types. */
  readonly stdin?: string | TerminalInput;
  readonly screen?: Partial<TerminalHandle>;
  readonly now?: () => number;
  /** Left out: no work is narrated, however slow the machine. */
  readonly patienceMs?: number;
  readonly interrupt?: AbortSignal;
};

export function testIo({
  args = [],
  width = null,
  env = UTF8,
  cwd = "/",
  stdin,
  screen,
  now,
  patienceMs = 2 ** 31 - 1,
  interrupt,
}: IoSetting = {}): TestIo {
  const out: string[] = [];
  const err: string[] = [];
  const text = (piece: string | Uint8Array): string =>
    typeof piece === "string" ? piece : Buffer.from(piece).toString();
  const narration = aTerminal(width, env);
  const { json, debug } = parseFlags(args);
  return {
    env,
    cwd,
    stdin: createInput(stdin),
    answer: aTerminal(width, env),
    narration,
    json,
    debug,
    print: (line) => void out.push(`${line}\n`),
    write: (piece) => void out.push(text(piece)),
    drained: () => Promise.resolve(),
    tell: (line) => void err.push(`${line}\n`),
    redraw: createRedraw((piece) => void err.push(piece), narration),
    now: now ?? Date.now,
    patienceMs,
    interruptible: (work) => work(interrupt ?? new AbortController().signal),
    screen: {
      size: () => ({ cols: width ?? 80, rows: 24 }),
      onResize: () => () => undefined,
      onDeath: () => () => undefined,
      ...screen,
    },
    stdout: () => out.join(""),
    stderr: () => err.join(""),
  };
}

function createInput(given: string | TerminalInput | undefined): TerminalInput {
  if (typeof given === "object") return given;
  const stream = Object.assign(new PassThrough(), { isTTY: given === undefined });
  stream.end(given ?? "");
  return stream;
}
