/**
 * The tool's own record of the conversation. It tells what hooks do not: that a turn was interrupted. Its name comes from a
 * file that the agent can write, so it is read only where the tool's own folder is.
 */
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { readLinesSince } from "../conversation/count-recorded.ts";
import { getTextAt, type Json } from "../parse-json.ts";

export async function wasInterrupted(folder: string, path: string | null, sinceMs: number): Promise<boolean> {
  if (path === null || !(await isWithin(folder, path))) return false;
  return (await readLinesSince(path, sinceMs)).some(isInterruption);
}

async function isWithin(folder: string, path: string): Promise<boolean> {
  try {
    const inside = (await realpath(path)).startsWith(`${await realpath(folder)}${sep}`);
    return inside && (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function isInterruption(line: Json): boolean {
  if (getTextAt(line, "payload", "type") === "turn_aborted") return true;
  return getTextAt(line, "type") === "user" && JSON.stringify(line["message"]).includes("[Request interrupted by user");
}
