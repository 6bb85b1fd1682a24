/**
 * The tool's own record of the conversation. It tells what hooks do not: that a turn was interrupted, and what it used.
 * Its name comes from a file that the agent can write, so it is read only where the tool's own folder is.
 */
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { numberAt, objectAt, parseJson, textAt, type Json } from "../parse-json.ts";
import { tailOf } from "../turn-files.ts";

const READ_BYTES_MAX = 8 * 1024 * 1024;

export type Recorded = { readonly isInterrupted: boolean; readonly tokens: number };

export async function readTranscript(folder: string, path: string | null, sinceMs: number): Promise<Recorded> {
  if (path === null || !(await isWithin(folder, path))) return { isInterrupted: false, tokens: 0 };
  const { text } = await tailOf(path, READ_BYTES_MAX);
  const lines = text
    .split("\n")
    .map(parseJson)
    .filter((line) => line !== null);
  const ours = lines.filter((line) => Date.parse(textAt(line, "timestamp") ?? "") >= sinceMs);
  const used = new Map(ours.flatMap((line, n): [string, number][] => tokensIn(line, String(n))));
  return {
    isInterrupted: ours.some((line) => isInterruption(line)),
    tokens: grownTokens(ours) ?? [...used.values()].reduce((sum, tokens) => sum + tokens, 0),
  };
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
  if (textAt(line, "payload", "type") === "turn_aborted") return true;
  return textAt(line, "type") === "user" && JSON.stringify(line["message"]).includes("[Request interrupted by user");
}

/** Of a running total: lines may repeat it, so that only its growth counts. Null: the tool writes none. */
function grownTokens(lines: readonly Json[]): number | null {
  const totals = lines.flatMap((line) => {
    const info = objectAt(line, "payload", "info");
    const total = numberAt(info, "total_token_usage", "total_tokens");
    return total === null ? [] : [{ total, last: numberAt(info, "last_token_usage", "total_tokens") ?? total }];
  });
  const [first, end] = [totals[0], totals.at(-1)];
  return first === undefined || end === undefined ? null : Math.max(0, end.total - (first.total - first.last));
}

/** An answer of the model may stand on several lines, each with all that it used. */
function tokensIn(line: Json, fallback: string): [string, number][] {
  const last = numberAt(line, "payload", "info", "last_token_usage", "total_tokens");
  if (last !== null) return [[fallback, last]];
  const usage = objectAt(line, "message", "usage");
  const names = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const tokens = names.reduce((sum, name) => sum + (numberAt(usage, name) ?? 0), 0);
  return tokens === 0 ? [] : [[textAt(line, "message", "id") ?? fallback, tokens]];
}
