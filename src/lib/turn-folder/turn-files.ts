/**
 * The names of the files of one turn, in `turns/<turn>/`. Only this folder's modules know them: whoever wants to read or
 * write a turn calls a function here. Beside these modules only the holder's script writes there, which is not TypeScript.
 */
import { join } from "node:path";

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

export const openTurnFiles = (turns: string, turn: string): TurnFiles => nameTurnFiles(join(turns, turn));

export function nameTurnFiles(directory: string): TurnFiles {
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
