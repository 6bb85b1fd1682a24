/** The end of a turn of Claude Code. It counts what the whole conversation cost, so what it had cost before is taken off. */
import { event, type EndResult, type Heard } from "../shared/dialect.ts";
import { grownBy, grownTokens, rememberedWith, type Memory } from "../shared/memory.ts";
import { numberAt, objectAt, textAt, valueAt, type Json } from "../shared/parse-json.ts";

import { addTokens, countMessageTokens, countTokens, type TokenCount } from "../shared/tokens.ts";

export type Before = {
  readonly memory: Memory;
  readonly words: string;
  /** What its messages have told so far. */
  readonly seen: TokenCount;
  readonly context: ContextSeen;
  readonly refused: { readonly status: number | null; readonly untilWallMs: number | null };
};

/** What the last answer of the provider had to hold, and by which model it was given. */
export type ContextSeen = { readonly used: number | null; readonly model: string | null };

export function endOf(json: Json, before: Before): readonly Heard[] {
  const totalUsd = numberAt(json, "total_cost_usd") ?? before.memory.usd;
  const total = modelTokens(json);
  const grown = total === null ? [] : [grownTokens(total, before.memory)];
  const told = [before.seen, countMessageTokens(objectAt(json, "usage")), ...grown];
  const usage = { usd: grownBy(totalUsd, before.memory.usd), ...told.reduce(larger) };
  const said = textAt(json, "result") ?? "";
  const result = resultOf(json, said, before);
  const words = result.kind === "done" && said !== "" ? said : before.words;
  const why = "why" in result ? result.why : "";
  return [
    { tell: "remember", memory: { usd: totalUsd, ...(total ?? rememberedWith(before.memory, usage)) } },
    event({ kind: "usage", ...usage, ...contextOf(json, before.context) }),
    ...(result.kind === "limit_reached" ? [event({ kind: "limit", why: said, untilWallMs: result.untilWallMs })] : []),
    event({ kind: "ended", how: result.kind, why }),
    { tell: "ended", result, usage, words },
  ];
}

/** Its sub-agents are in it, too; it counts what the whole conversation has used. Null: it is not told. */
function modelTokens(json: Json): TokenCount | null {
  const models = Object.values(objectAt(json, "modelUsage")).map((one) => objectAt(one));
  if (models.length === 0) return null;
  const names = ["inputTokens", "outputTokens", "cacheCreationInputTokens"];
  return models.map((model) => countTokens(model, names, "cacheReadInputTokens")).reduce(addTokens);
}

/** Each of them may leave something out: the result's own usage sub-agents, the messages what came last. */
const larger = (left: TokenCount, right: TokenCount): TokenCount => (right.tokens > left.tokens ? right : left);

function resultOf(json: Json, said: string, { refused }: Before): EndResult {
  const isError = valueAt(json, "is_error") === true;
  if (textAt(json, "subtype") === "success" && !isError) return { kind: "done" };
  if (/^aborted/.test(textAt(json, "terminal_reason") ?? "")) return { kind: "interrupted" };
  const status = numberAt(json, "api_error_status") ?? refused.status;
  if (isError && (status === 429 || LIMIT.test(said)))
    return { kind: "limit_reached", untilWallMs: refused.untilWallMs };
  const why = said === "" ? (textAt(json, "subtype") ?? "it gave no reason") : said;
  return { kind: "failed", why: why.slice(0, WHY_MAX) };
}

const LIMIT = /rate limit|usage limit|hit your .*limit|429/i;
const WHY_MAX = 500;

/** The window of the model that answered last; where that is not told, the largest of those it used. */
function contextOf(json: Json, { used, model }: ContextSeen) {
  const models = objectAt(json, "modelUsage");
  const own = model === null ? null : numberAt(models, model, "contextWindow");
  const windows = Object.values(models).flatMap((one) => numberAt(one, "contextWindow") ?? []);
  return { contextUsed: used, contextMax: own ?? (windows.length === 0 ? null : Math.max(...windows)) };
}
