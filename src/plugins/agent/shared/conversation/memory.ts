/** What an agent plugin must know at the next turn of a session: `sessions/<session>/memory/<agent>.json`. */
import { join } from "node:path";
import { readTextIfExists } from "../../../../lib/files/if-there.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import type { BilledTo } from "../../../../slots/agent.ts";
import { parseBilledTo } from "../billed-to.ts";
import { getNumberAt, getObjectAt, parseJsonLine, getTextAt } from "../parse-json.ts";
import type { TokenCount } from "./tokens.ts";

export type Memory = {
  /** By which the tool finds the conversation again; null before there is one. */
  readonly conversation: string | null;
  /** What the conversation had cost when the last turn ended, where the tool counts all of it. */
  readonly usd: number;
  /** The same of tokens, without those that were read from a cache. */
  readonly tokens: number;
  /** Null: it was written when `tokens` still held these, too. */
  readonly cacheReadTokens: number | null;
  /** Of the last turn; left out: not known. */
  readonly billedTo?: BilledTo | null;
};

/** What a running total has grown by; one that is smaller than before was begun again, and is all new. */
export const computeGrowth = (total: number, before: number): number => (total < before ? total : total - before);

/** Of a conversation that has not begun. */
export const noMemory: Memory = { conversation: null, usd: 0, tokens: 0, cacheReadTokens: 0 };

/** What the conversation has used since it was remembered. */
export function computeTokenGrowth(total: TokenCount, { tokens, cacheReadTokens }: Memory): TokenCount {
  if (cacheReadTokens === null)
    return { tokens: computeGrowth(total.tokens + total.cacheReadTokens, tokens), cacheReadTokens: 0 };
  return {
    tokens: computeGrowth(total.tokens, tokens),
    cacheReadTokens: computeGrowth(total.cacheReadTokens, cacheReadTokens),
  };
}

/** After a turn that used this much and told no total. */
export const rememberUsage = (memory: Memory, { tokens, cacheReadTokens }: TokenCount): Partial<Memory> =>
  memory.cacheReadTokens === null
    ? { tokens: memory.tokens + tokens + cacheReadTokens }
    : { tokens: memory.tokens + tokens, cacheReadTokens: memory.cacheReadTokens + cacheReadTokens };

const formatMemoryFile = (sessions: string, session: string, agent: string): string =>
  join(sessions, session, "memory", `${agent.replaceAll(/[^a-z0-9-]/g, "_")}.json`);

export function recall(sessions: string, session: string, agent: string): Memory {
  return parseMemory(readTextIfExists(formatMemoryFile(sessions, session, agent)) ?? "");
}

export function remember(sessions: string, session: string, agent: string, memory: Partial<Memory>): void {
  const before = recall(sessions, session, agent);
  const after = { ...before, ...memory };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  replaceFile(formatMemoryFile(sessions, session, agent), `${JSON.stringify(after)}\n`);
}

export function parseMemory(text: string): Memory {
  const json = parseJsonLine(text);
  const tokens = getNumberAt(json, "tokens") ?? 0;
  const billedTo = parseBilledTo(getObjectAt(json, "billedTo"));
  return {
    ...(billedTo === null ? {} : { billedTo }),
    conversation: getTextAt(json, "conversation"),
    usd: getNumberAt(json, "usd") ?? 0,
    tokens,
    cacheReadTokens: getNumberAt(json, "cacheReadTokens") ?? (tokens === 0 ? 0 : null),
  };
}
