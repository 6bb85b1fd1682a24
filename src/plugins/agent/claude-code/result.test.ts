import { expect, test } from "vitest";
import { noMemory } from "../shared/conversation/memory.ts";
import { noTokens } from "../shared/conversation/tokens.ts";
import { reportEnd } from "./result.ts";

const before = (usd: number) => ({
  memory: { ...noMemory, usd },
  words: "",
  seen: noTokens,
  context: { used: null, model: null },
  refused: { status: null, untilWallMs: null },
});

test.for<[what: string, total: object, before: number, usd: number]>([
  ["first turn", { total_cost_usd: 0.5 }, 0, 0.5],
  ["resumed conversation, counted as a whole", { total_cost_usd: 0.75 }, 0.5, 0.25],
  ["resumed conversation, counted by process", { total_cost_usd: 0.2 }, 0.5, 0.2],
  ["turn that tells no cost", {}, 0.5, 0],
])("the cost of a %s", ([, total, had, usd]) => {
  const told = reportEnd({ type: "result", subtype: "success", result: "Done.", ...total }, before(had));
  expect(told.flatMap((one) => (one.tell === "ended" ? [one.usage.usd] : []))).toEqual([usd]);
});

const model = (inputTokens: number, outputTokens: number, cacheReadInputTokens: number) => ({
  ...{ inputTokens, outputTokens, cacheCreationInputTokens: 3, cacheReadInputTokens, costUSD: 0.1 },
});

test.for<[what: string, result: object, had: number, tokens: number, read: number]>([
  ["by all models, sub-agents' too", { modelUsage: { a: model(10, 5, 900), b: model(1, 1, 0) } }, 0, 23, 900],
  ["of a resumed conversation", { modelUsage: { a: model(100, 5, 900) } }, 80, 28, 900],
  ["without models", { usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: 70 } }, 5, 6, 70],
])("tokens %s, without what was read from a cache", ([, result, had, tokens, read]) => {
  const given = { ...before(0), memory: { ...noMemory, conversation: "c", tokens: had } };
  const told = reportEnd({ type: "result", subtype: "success", result: "Done.", ...result }, given);
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({ usage: { tokens, cacheReadTokens: read } });
});
