/** The end of a turn of Claude Code. It counts what the whole conversation cost, so what it had cost before is taken off. */
import { createEvent, type EndResult, type AgentReport } from "../shared/dialect.ts";
import { computeGrowth, computeTokenGrowth, rememberUsage, type Memory } from "../shared/conversation/memory.ts";
import { getNumberAt, getObjectAt, getTextAt, getValueAt, type Json } from "../shared/parse-json.ts";

import { addTokens, countMessageTokens, countTokens, type TokenCount } from "../shared/conversation/tokens.ts";

export type TurnSoFar = {
  readonly memory: Memory;
  readonly words: string;
  /** What its messages have told so far. */
  readonly seen: TokenCount;
  readonly context: ContextSeen;
  readonly refused: { readonly status: number | null; readonly untilWallMs: number | null };
};

/** What the last answer of the provider had to hold, and by which model it was given. */
export type ContextSeen = { readonly used: number | null; readonly model: string | null };

export function reportEnd(json: Json, before: TurnSoFar): readonly AgentReport[] {
  const totalUsd = getNumberAt(json, "total_cost_usd") ?? before.memory.usd;
  const total = readModelTokens(json);
  const grown = total === null ? [] : [computeTokenGrowth(total, before.memory)];
  const told = [before.seen, countMessageTokens(getObjectAt(json, "usage")), ...grown];
  const usage = { usd: computeGrowth(totalUsd, before.memory.usd), ...told.reduce(takeLarger) };
  const said = getTextAt(json, "result") ?? "";
  const result = toEndResult(json, said, before);
  const words = result.kind === "done" && said !== "" ? said : before.words;
  const why = "why" in result ? result.why : "";
  return [
    { tell: "remember", memory: { usd: totalUsd, ...(total ?? rememberUsage(before.memory, usage)) } },
    createEvent({ kind: "usage", ...usage, ...readContextUse(json, before.context) }),
    ...(result.kind === "limit_reached"
      ? [createEvent({ kind: "limit", why: said, untilWallMs: result.untilWallMs })]
      : []),
    createEvent({ kind: "ended", how: result.kind, why }),
    { tell: "ended", result, usage, words },
  ];
}

/** Its sub-agents are in it, too; it counts what the whole conversation has used. Null: it is not told. */
function readModelTokens(json: Json): TokenCount | null {
  const models = Object.values(getObjectAt(json, "modelUsage")).map((one) => getObjectAt(one));
  if (models.length === 0) return null;
  const names = ["inputTokens", "outputTokens", "cacheCreationInputTokens"];
  return models.map((model) => countTokens(model, names, "cacheReadInputTokens")).reduce(addTokens);
}

/** Each of them may leave something out: the result's own usage sub-agents, the messages what came last. */
const takeLarger = (left: TokenCount, right: TokenCount): TokenCount => (right.tokens > left.tokens ? right : left);

function toEndResult(json: Json, said: string, { refused }: TurnSoFar): EndResult {
  const isError = getValueAt(json, "is_error") === true;
  if (getTextAt(json, "subtype") === "success" && !isError) return { kind: "done" };
  if (/^aborted/.test(getTextAt(json, "terminal_reason") ?? "")) return { kind: "interrupted" };
  const status = getNumberAt(json, "api_error_status") ?? refused.status;
  if (isError && (status === 429 || LIMIT.test(said)))
    return { kind: "limit_reached", untilWallMs: refused.untilWallMs };
  const why = said === "" ? (getTextAt(json, "subtype") ?? "it gave no reason") : said;
  return { kind: "failed", why: why.slice(0, WHY_MAX) };
}

const LIMIT = /rate limit|usage limit|hit your .*limit|429/i;
const WHY_MAX = 500;

/** The window of the model that answered last; where that is not told, the largest of those it used. */
function readContextUse(json: Json, { used, model }: ContextSeen) {
  const models = getObjectAt(json, "modelUsage");
  const own = model === null ? null : getNumberAt(models, model, "contextWindow");
  const windows = Object.values(models).flatMap((one) => getNumberAt(one, "contextWindow") ?? []);
  return { contextUsed: used, contextMax: own ?? (windows.length === 0 ? null : Math.max(...windows)) };
}
