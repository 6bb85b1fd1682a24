/** What a runtime writes before and beside the program: the folder itself, who owns it, and why the turn was cut short. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Argv, Ceiling } from "../ceiling/ceiling.ts";
import { hasCode, readTextIfExists } from "../files/if-there.ts";
import type { ProcessName } from "../process/process-table.ts";
import { parseDescription } from "./parse-description.ts";
import type { TurnFiles } from "./turn-files.ts";

export type NewTurn = {
  readonly launch: {
    readonly session: string;
    readonly cwd: string;
    readonly argv: Argv;
    readonly hasScreen: boolean;
    readonly takesFrames: boolean;
    readonly ceiling?: Ceiling;
    readonly stdin: string;
  };
  /** What the holder reads and empties: program and environment. */
  readonly text: string;
  readonly bootId: string;
};

/**
 * Makes the folder, whole or not at all, and so that a power cut does not undo it: a turn that may have run must never
 * look as if it had not. False: it was there already.
 */
export async function makeTurn(files: TurnFiles, { launch, text, bootId }: NewTurn): Promise<boolean> {
  if (existsSync(files.directory)) return false;
  const turns = dirname(files.directory);
  const made = join(turns, `.new-${randomBytes(8).toString("hex")}`);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string): void => writeFileSync(join(made, name), content, { mode: 0o600 });
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
    if (readTextIfExists(files.started) !== WITHDRAWN) return false;
  }
  const aside = join(dirname(files.directory), `.withdrawn-${randomBytes(8).toString("hex")}`);
  renameSync(files.directory, aside);
  rmSync(aside, { recursive: true, force: true });
  return true;
}

const WITHDRAWN = "withdrawn\n";

export type TurnOwner =
  | { readonly kind: "absent" }
  /** It was made, and waits for its holder. */
  | { readonly kind: "nobody" }
  /** It was made before the machine went down. It may have run; the sign of that may not have reached the disk. */
  | { readonly kind: "lost" }
  /** Somebody owns it who has not said his name yet, or died before he could. */
  | { readonly kind: "unnamed" }
  | { readonly kind: "held"; readonly by: ProcessName };

export function readOwner(files: TurnFiles, bootId: string): TurnOwner {
  const text = readTextIfExists(files.started);
  if (text === null || text === WITHDRAWN) {
    if (!existsSync(files.directory)) return { kind: "absent" };
    return { kind: parseDescription(readTextIfExists(files.description))?.bootId === bootId ? "nobody" : "lost" };
  }
  const line = /^(\d+) (\S+) (\S+)\n/.exec(text);
  if (line === null) return { kind: "unnamed" };
  return { kind: "held", by: { pid: Number(line[1]), startTime: line[2] ?? "", bootId: line[3] ?? "" } };
}

/** The holder has read it. Then the start of the turn is made to survive a power cut. */
export async function settleStart(files: TurnFiles): Promise<void> {
  rmSync(files.launch, { force: true });
  await Promise.all([sync(files.started), sync(files.directory)]);
}

export const readStdin = (files: TurnFiles): Buffer => readFileSync(files.in);

/** Why it is ended: one word, and the limit that it reached, if it was one. Written before the turn is told to end. */
export function writeCut(files: TurnFiles, why: string): void {
  writeFileSync(files.cut, `${why}\n`, { mode: 0o600 });
}

/** What is about to be typed, for a terminal that reads it from a file. */
export function writeTyped(files: TurnFiles, name: string, bytes: string): string {
  const file = join(files.directory, name);
  writeFileSync(file, bytes, { mode: 0o600 });
  return file;
}

/** Returns when the file, or the names in the folder, would survive a power cut. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
