/**
 * What is to be learned of a turn: what it said, how it ended, and when something of that changes. Readers know only this.
 * A runtime whose programs run elsewhere fills it by keeping the turn's folder here a growing copy of the one there, `exit`
 * last; so nobody may assume that the program itself writes these files.
 */
import { statSync, watch } from "node:fs";
import { fileSource, type ByteSource } from "../byte-source.ts";
import { readTextIfExists } from "../files/if-there.ts";
import { openTurnFiles, type TurnFiles } from "./turn-files.ts";

export type TurnOutput = {
  /** What it said, from any offset. The output of a screen is a ring: one that became smaller is read from its start. */
  readonly out: ByteSource;
  readonly err: ByteSource;
  readonly size: (stream: TurnStream) => StreamSize;
  /** Undefined: it has not ended, as far as is known here. Null: it has, and how got lost. Once there, sizes are final. */
  readonly exit: () => number | null | undefined;
  /** Tells of changes until it is closed. Throws where the system has no folder or no more watches for us. */
  readonly watch: (listener: TurnListener) => TurnWatcher;
};

export type TurnStream = "out" | "err";
export type StreamSize = { readonly bytes: number; readonly writtenAtMs: number };

export type TurnListener = {
  /** `said`: it wrote, or was written to. `unknown`: the system does not say what. */
  readonly onChange: (change: "started" | "said" | "ended" | "unknown" | "other") => void;
  readonly onError: (error: Error) => void;
};
export type TurnWatcher = { readonly close: () => void };

export function turnOutput(turns: string, turn: string): TurnOutput {
  const files = openTurnFiles(turns, turn);
  return {
    out: fileSource(files.out),
    err: fileSource(files.err),
    size: (stream) => measure(files[stream]),
    exit: () => readExitCode(files),
    watch: (listener) => watchFolder(files, listener),
  };
}

/** Undefined: there is none. Null: it was written and got lost in a power cut. */
export function readExitCode(files: TurnFiles): number | null | undefined {
  const text = readTextIfExists(files.exit);
  if (text === null) return undefined;
  const code = /^(\d+)\n/.exec(text);
  return code === null ? null : Number(code[1]);
}

/** Of both streams together. */
export const outputBytes = ({ out, err }: TurnFiles): number => measure(out).bytes + measure(err).bytes;

export type TurnState = {
  /** Its holder was begun. */
  readonly started: boolean;
  readonly holder: number;
  readonly startedAtMs: number;
  /** As `TurnOutput.exit`. */
  readonly exit: number | null | undefined;
  /** Why the runtime itself ended it, in one word. */
  readonly cut: string | null;
  readonly outBytes: number;
  readonly errBytes: number;
  /** When it last said something; 0 before that. */
  readonly saidAtMs: number;
};

/**
 * `exit` is read before the sizes: once it is there, they are final. Every open turn is read at every sweep, and most
 * have nothing new: a few direct calls cost a tenth of what as many promises and errors do.
 */
export function readTurnState(turns: string, turn: string): TurnState {
  const files = openTurnFiles(turns, turn);
  const exit = readExitCode(files);
  const holder = /^(\d+) \S+ \S+\n/.exec(readTextIfExists(files.started) ?? "")?.[1];
  const out = measure(files.out);
  return {
    started: holder !== undefined,
    holder: Number(holder),
    startedAtMs: measure(files.started).writtenAtMs,
    exit,
    cut: readTextIfExists(files.cut)?.trim() ?? null,
    outBytes: out.bytes,
    errBytes: measure(files.err).bytes,
    saidAtMs: out.writtenAtMs,
  };
}

/** By its number alone, as far as can be told in passing. Null: it has not begun, or somebody removed it. */
export function readHolderPid(turns: string, turn: string): number | null {
  const pid = Number.parseInt(readTextIfExists(openTurnFiles(turns, turn).started) ?? "");
  return pid > 0 ? pid : null;
}

function measure(file: string): StreamSize {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined
    ? { bytes: 0, writtenAtMs: 0 }
    : { bytes: stat.size, writtenAtMs: Math.trunc(stat.mtimeMs) };
}

const CHANGES: Readonly<Record<string, "started" | "said" | "ended">> = {
  started: "started",
  out: "said",
  err: "said",
  frames: "said",
  exit: "ended",
};

function watchFolder({ directory }: TurnFiles, { onChange, onError }: TurnListener): TurnWatcher {
  const watcher = watch(directory, { persistent: false }, (_, file) =>
    onChange(file === null ? "unknown" : (CHANGES[file] ?? "other")),
  );
  return watcher.on("error", onError);
}
