/** Tokens that are paid for in full: input, output and what was written to a cache. What was read from one is kept apart. */
import { getNumberAt, type Json } from "../parse-json.ts";

export type TokenCount = { readonly tokens: number; readonly cacheReadTokens: number };

export const noTokens: TokenCount = { tokens: 0, cacheReadTokens: 0 };

export const addTokens = (left: TokenCount, right: TokenCount): TokenCount => ({
  tokens: left.tokens + right.tokens,
  cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
});

/** As a provider's usage object names them; `cacheRead` is counted in none of the others. */
export function countTokens(usage: Json, paid: readonly string[], cacheRead: string): TokenCount {
  const tokens = paid.reduce((sum, name) => sum + (getNumberAt(usage, name) ?? 0), 0);
  return { tokens, cacheReadTokens: getNumberAt(usage, cacheRead) ?? 0 };
}

/** Of Anthropic's API. */
export const countMessageTokens = (usage: Json): TokenCount =>
  countTokens(usage, ["input_tokens", "output_tokens", "cache_creation_input_tokens"], "cache_read_input_tokens");

/** Of a total in which the cached input is part of the input. */
export const subtractCached = (total: number, cached: number): TokenCount => ({
  tokens: Math.max(0, total - cached),
  cacheReadTokens: cached,
});
