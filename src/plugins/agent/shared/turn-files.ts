/** What a runtime leaves in `turns/<turn>/`, read without trusting that it is whole. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { TurnId } from "../../../domain/ids.ts";
import { openIfThere, textIfThere } from "../../../lib/if-there.ts";

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

/**
 * `exit` is read before the sizes: once it is there, they are final. Every open turn is read at every sweep, and most
 * have nothing new: a few direct calls cost a tenth of what as many promises and errors do.
 */
export function readTurnState(turns: string, turn: TurnId): TurnState {
  const at = (name: string): string => join(turns, turn, name);
  const exit = textIfThere(at("exit"));
  const holder = /^(\d+) \S+ \S+\n/.exec(textIfThere(at("started")) ?? "")?.[1];
  const out = foundAt(at("out"));
  return {
    started: holder !== undefined,
    holder: Number(holder),
    startedAtMs: foundAt(at("started")).writtenAtMs,
    exit: exit === null ? undefined : exitCode(exit),
    cut: textIfThere(at("cut"))?.trim() ?? null,
    outBytes: out.bytes,
    errBytes: foundAt(at("err")).bytes,
    saidAtMs: out.writtenAtMs,
  };
}

function foundAt(file: string): { readonly bytes: number; readonly writtenAtMs: number } {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined
    ? { bytes: 0, writtenAtMs: 0 }
    : { bytes: stat.size, writtenAtMs: Math.trunc(stat.mtimeMs) };
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
  const handle = await openIfThere(file);
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
