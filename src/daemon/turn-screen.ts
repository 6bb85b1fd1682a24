/** Whether a turn runs on a screen that people can type into, as its runtime wrote it down when it began. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDescription } from "../plugins/runtime/shared/parse-description.ts";

/** A turn keeps what it began with, so each is read once; the oldest are forgotten. */
const known = new Map<string, boolean>();
const KNOWN_MAX = 2_000;

/** Undefined: it was not written down yet. */
export function hasTurnScreen(folder: string): boolean | undefined {
  const found = known.get(folder) ?? readScreen(folder);
  if (found !== undefined) known.set(folder, found);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return found;
}

function readScreen(folder: string): boolean | undefined {
  const file = join(folder, "launch.json");
  return existsSync(file) ? parseDescription(readFileSync(file, "utf8"))?.hasScreen : undefined;
}
