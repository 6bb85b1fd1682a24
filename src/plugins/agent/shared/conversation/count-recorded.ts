/**
 * What a turn has used by the tool's own records: the conversation and those of its sub-agents, each in a file of its own.
 * The folder belongs to one session, so whatever was written to it since the turn began is the turn's.
 */
import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileSource, readTextTail } from "../../../../lib/byte-source.ts";
import { getNumberAt, getObjectAt, parseJsonLine, getTextAt, type Json } from "../parse-json.ts";
import { addTokens, countMessageTokens, noTokens, subtractCached, type TokenCount } from "./tokens.ts";

export const READ_BYTES_MAX = 8 * 1024 * 1024;
/** One turn has no more helpers than that; a folder full of files is not read for ever. */
const FILES_MAX = 200;
/** Where Claude Code and codex keep their conversations. */
const FOLDERS = ["projects", "sessions"];

export async function countRecorded(folder: string, sinceMs: number): Promise<TokenCount> {
  const answers = new Map<string, TokenCount>();
  let totals = noTokens;
  for (const file of await listFilesSince(folder, sinceMs)) {
    const lines = await readLinesSince(file, sinceMs);
    const grown = sumGrowth(lines);
    if (grown !== null) totals = addTokens(totals, grown);
    // An answer of the model may stand on several lines, each with all that it used.
    else
      for (const [n, line] of lines.entries())
        answers.set(getTextAt(line, "message", "id") ?? `${file} ${n}`, readTokens(line));
  }
  return [...answers.values()].reduce(addTokens, totals);
}

export async function readLinesSince(file: string, sinceMs: number): Promise<readonly Json[]> {
  const { text } = await readTextTail(fileSource(file), READ_BYTES_MAX);
  const lines = text.split("\n").map(parseJsonLine);
  return lines
    .filter((line) => line !== null && Date.parse(getTextAt(line, "timestamp") ?? "") >= sinceMs)
    .map((line) => getObjectAt(line));
}

/** The agent can write there: links lead elsewhere and are not followed. */
async function listFilesSince(folder: string, sinceMs: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of FOLDERS.map((one) => join(folder, one))) {
    if (lstatSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const entry of await readdir(name, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
      if ((lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs) found.push(file);
    }
  }
  return found.slice(0, FILES_MAX);
}

/** Of a running total: lines may repeat it, so that only its growth counts. Null: the tool writes none. */
function sumGrowth(lines: readonly Json[]): TokenCount | null {
  const told = lines.map((line) => getObjectAt(line, "payload", "info"));
  const totals = told.filter((info) => getNumberAt(info, "total_token_usage", "total_tokens") !== null);
  const [first, end] = [totals[0], totals.at(-1)];
  if (first === undefined || end === undefined) return null;
  const grown = (name: string): number => {
    const at = (info: Json, which: string): number | null => getNumberAt(info, which, name);
    const began =
      (at(first, "total_token_usage") ?? 0) - (at(first, "last_token_usage") ?? at(first, "total_token_usage") ?? 0);
    return Math.max(0, (at(end, "total_token_usage") ?? 0) - began);
  };
  return subtractCached(grown("total_tokens"), grown("cached_input_tokens"));
}

const readTokens = (line: Json): TokenCount => countMessageTokens(getObjectAt(line, "message", "usage"));
