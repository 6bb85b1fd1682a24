/** The end of a turn of Claude Code. It counts what the whole conversation cost, so what it had cost before is taken off. */
import { event, type EndResult, type Heard } from "../shared/dialect.ts";
import { grownBy, type Memory } from "../shared/memory.ts";
import { numberAt, objectAt, textAt, valueAt, type Json } from "../shared/parse-json.ts";

export type Before = {
  readonly memory: Memory;
  readonly words: string;
  readonly context: ContextSeen;
  readonly refused: { readonly status: number | null; readonly untilWallMs: number | null };
};

/** What the last answer of the provider had to hold, and by which model it was given. */
export type ContextSeen = { readonly used: number | null; readonly model: string | null };

export function endOf(json: Json, before: Before): readonly Heard[] {
  const totalUsd = numberAt(json, "total_cost_usd") ?? before.memory.usd;
  const usage = { usd: grownBy(totalUsd, before.memory.usd), tokens: tokensOf(objectAt(json, "usage")) };
  const said = textAt(json, "result") ?? "";
  const result = resultOf(json, said, before);
  const words = result.kind === "done" && said !== "" ? said : before.words;
  const why = "why" in result ? result.why : "";
  return [
    { tell: "remember", memory: { usd: totalUsd, tokens: before.memory.tokens + usage.tokens } },
    event({ kind: "usage", ...usage, ...contextOf(json, before.context) }),
    ...(result.kind === "limit_reached" ? [event({ kind: "limit", why: said, untilWallMs: result.untilWallMs })] : []),
    event({ kind: "ended", how: result.kind, why }),
    { tell: "ended", result, usage, words },
  ];
}

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

export function tokensOf(usage: Json): number {
  const names = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  return names.reduce((sum, name) => sum + (numberAt(usage, name) ?? 0), 0);
}

/** The window of the model that answered last; where that is not told, the largest of those it used. */
function contextOf(json: Json, { used, model }: ContextSeen) {
  const models = objectAt(json, "modelUsage");
  const own = model === null ? null : numberAt(models, model, "contextWindow");
  const windows = Object.values(models).flatMap((one) => numberAt(one, "contextWindow") ?? []);
  return { contextUsed: used, contextMax: own ?? (windows.length === 0 ? null : Math.max(...windows)) };
}
