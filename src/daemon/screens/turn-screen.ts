/** Whether a turn runs on a screen that people can type into, as its runtime wrote it down when it began. */
import { openTurnFiles } from "../../lib/turn-folder/turn-files.ts";
import { readDescription } from "../../lib/turn-folder/turn-folders.ts";

/** A turn keeps what it began with, so each is read once; the oldest are forgotten. */
const known = new Map<string, boolean>();
const KNOWN_MAX = 2_000;

/** Undefined: it was not written down yet. */
export function hasTurnScreen(turns: string, turn: string): boolean | undefined {
  const files = openTurnFiles(turns, turn);
  const found = known.get(files.directory) ?? readDescription(files)?.hasScreen;
  if (found !== undefined) known.set(files.directory, found);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return found;
}
