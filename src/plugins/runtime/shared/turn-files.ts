/** The files of one turn, in `turns/<turn>/`: written by runtimes, read by agents and by the log. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TurnId } from "../../../domain/ids.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import type { ProcessName } from "../../../lib/process-table.ts";
import { parseDescription } from "./parse-description.ts";
import { hasCode, textIfThere } from "../../../lib/if-there.ts";

export type TurnFiles = {
  readonly directory: string;
  /** The stdin of the launch. */
  readonly in: string;
  readonly out: string;
  readonly err: string;
  /** One line, `pid starttime bootid`; made exclusively before the program runs. */
  readonly started: string;
  /** One line, the exit code; 128 + n when signal n ended it. Appears whole. */
  readonly exit: string;
  /** Why it was ended, in one word; then the limit that it reached, if it was one. */
  readonly cut: string;
  /** Session, folder, program; never the environment. */
  readonly description: string;
  /** For the holder, which empties it. */
  readonly launch: string;
  /** The frames written to its stdin or its terminal, one a line. */
  readonly frames: string;
};

export function turnFiles(turns: string, turn: TurnId): TurnFiles {
  const directory = join(turns, turn);
  return {
    directory,
    in: join(directory, "in"),
    out: join(directory, "out"),
    err: join(directory, "err"),
    started: join(directory, "started"),
    exit: join(directory, "exit"),
    cut: join(directory, "cut"),
    description: join(directory, "launch.json"),
    launch: join(directory, "launch"),
    frames: join(directory, "frames"),
  };
}

/** It becomes the name of a folder. */
export const isTurnName = (turn: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(turn);

type MakeTurn = { readonly launch: TurnLaunch; readonly text: string; readonly bootId: string };

/**
 * Makes the folder, whole or not at all, and so that a power cut does not undo it: a turn that may have run must never
 * look as if it had not. False: it was there already.
 */
export async function makeTurn(files: TurnFiles, { launch, text, bootId }: MakeTurn): Promise<boolean> {
  if (existsSync(files.directory)) return false;
  const turns = dirname(files.directory);
  const made = join(turns, `.new-${randomBytes(8).toString("hex")}`);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string): void => writeFileSync(join(made, name), text, { mode: 0o600 });
  const { session, cwd, argv, hasScreen, takesFrames, ceiling } = launch;
  write("in", launch.stdin);
  write("out", "");
  write("err", "");
  write("launch", text);
  write("launch.json", `${JSON.stringify({ session, cwd, argv, hasScreen, takesFrames, bootId, ceiling })}\n`);
  write("exit.new", "    \n");
  try {
    renameSync(made, files.directory);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (hasCode(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
  await sync(turns);
  return true;
}

/**
 * Makes sure that a turn which nobody owns yet never runs, and forgets it. False: it is owned, so it ran or runs. A
 * holder that comes late finds nothing to run.
 */
export function withdrawTurn(files: TurnFiles): boolean {
  try {
    writeFileSync(files.started, WITHDRAWN, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    if (!hasCode(error, "EEXIST")) throw error;
    if (textIfThere(files.started) !== WITHDRAWN) return false;
  }
  const aside = join(dirname(files.directory), `.withdrawn-${randomBytes(8).toString("hex")}`);
  renameSync(files.directory, aside);
  rmSync(aside, { recursive: true, force: true });
  return true;
}

const WITHDRAWN = "withdrawn\n";

export type Ownership =
  | { readonly kind: "absent" }
  /** It was made, and waits for its holder. */
  | { readonly kind: "nobody" }
  /** It was made before the machine went down. It may have run; the sign of that may not have reached the disk. */
  | { readonly kind: "lost" }
  /** Somebody owns it who has not said his name yet, or died before he could. */
  | { readonly kind: "unnamed" }
  | { readonly kind: "held"; readonly by: ProcessName };

export function ownerOf(files: TurnFiles, bootId: string): Ownership {
  const text = textIfThere(files.started);
  if (text === null || text === WITHDRAWN) {
    if (!existsSync(files.directory)) return { kind: "absent" };
    return { kind: parseDescription(textIfThere(files.description))?.bootId === bootId ? "nobody" : "lost" };
  }
  const line = /^(\d+) (\S+) (\S+)\n/.exec(text);
  if (line === null) return { kind: "unnamed" };
  return { kind: "held", by: { pid: Number(line[1]), startTime: line[2] ?? "", bootId: line[3] ?? "" } };
}

/** Undefined: there is none. Null: it was written and got lost in a power cut. */
export function exitCodeOf(files: TurnFiles): number | null | undefined {
  const text = textIfThere(files.exit);
  if (text === null) return undefined;
  const code = /^(\d+)\n/.exec(text);
  return code === null ? null : Number(code[1]);
}

/** Returns when the file, or the names in the folder, would survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
