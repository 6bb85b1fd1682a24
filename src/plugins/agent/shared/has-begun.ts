/**
 * Whether the program of a turn really runs. Its holder starts it, often by way of others that prepare a sandbox, and any
 * of them may yet find that it cannot be run. The system tells who is at it now: the youngest process below the holder.
 */
import { basename } from "node:path";
import { textOf } from "./turn-files.ts";

/** Null: this system does not tell. */
export async function hasBegun(holder: number): Promise<boolean | null> {
  const held = await wordsOf(holder);
  if (held === null) return null;
  const youngest = await youngestBelow(holder);
  if (youngest === null) return null;
  const words = await wordsOf(youngest);
  // A copy of the holder is about to become the program.
  if (words === null || words.join("\0") === held.join("\0")) return false;
  return !PREPARING.includes(basename(words[0] ?? ""));
}

/** Those that lead to the program, and those by which the holder writes down how it ended. */
const PREPARING = ["env", "bwrap", "nice", "stty", "mv", "sync", "tail", "sleep"];
const DEPTH_MAX = 10;

async function youngestBelow(pid: number, depth = 0): Promise<number | null> {
  const children = await textOf(`/proc/${pid}/task/${pid}/children`);
  if (children === null) return depth === 0 ? null : pid;
  const last = children.trim().split(" ").at(-1) ?? "";
  return last === "" || depth > DEPTH_MAX ? pid : youngestBelow(Number(last), depth + 1);
}

async function wordsOf(pid: number): Promise<readonly string[] | null> {
  const text = await textOf(`/proc/${pid}/cmdline`);
  return text === null || text === "" ? null : text.split("\0");
}
