/** What a runtime leaves in `turns/<turn>/`, read without trusting that it is whole. */
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TurnId } from "../../../domain/ids.ts";

export type TurnState = {
  /** Its holder was begun. */
  readonly started: boolean;
  readonly holder: number;
  readonly startedAtMs: number;
  /** Undefined: it has not ended, as far as its folder knows. Null: it has, and how got lost. */
  readonly exit: number | null | undefined;
  /** Why the runtime itself ended it, in one word. */
  readonly cut: string | null;
  readonly outBytes: number;
  readonly errBytes: number;
  /** When it last said something; 0 before that. */
  readonly saidAtMs: number;
};

/** `exit` is read before the sizes: once it is there, they are final. */
export async function readTurnState(turns: string, turn: TurnId): Promise<TurnState> {
  const at = (name: string): string => join(turns, turn, name);
  const exit = await textOf(at("exit"));
  const started = await textOf(at("started"));
  const [out, err] = [await sizeOf(at("out")), await sizeOf(at("err"))];
  return {
    started: started !== null && /^\d+ \S+ \S+\n/.test(started),
    holder: Number.parseInt(started ?? ""),
    startedAtMs: (await found(at("started")))?.mtimeMs ?? 0,
    exit: exit === null ? undefined : exitCode(exit),
    cut: (await textOf(at("cut")))?.trim() ?? null,
    outBytes: out.bytes,
    errBytes: err.bytes,
    saidAtMs: out.writtenAtMs,
  };
}

async function sizeOf(file: string): Promise<{ readonly bytes: number; readonly writtenAtMs: number }> {
  const stat = await found(file);
  return { bytes: stat?.size ?? 0, writtenAtMs: Math.trunc(stat?.mtimeMs ?? 0) };
}

function exitCode(text: string): number | null {
  const code = /^(\d+)\s/.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

/** The end of a file, at most `bytesMax` of it. What was cut off, or is no text, shows as the replacement character. */
export async function tailOf(
  file: string,
  bytesMax: number,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const handle = await opened(file);
  if (handle === null) return { text: "", cut: false };
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - bytesMax);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return { text: buffer.toString("utf8", 0, bytesRead), cut: from > 0 };
  } finally {
    await handle.close();
  }
}

const opened = (file: string) => unlessMissing(open(file, "r"));
const found = (file: string) => unlessMissing(stat(file));
export const textOf = (file: string): Promise<string | null> => unlessMissing(readFile(file, "utf8"));

/** A process that ends while it is read about is as missing as one that never was. */
async function unlessMissing<T>(pending: Promise<T>): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ESRCH"].includes(String(error.code))) return null;
    throw error;
  }
}
