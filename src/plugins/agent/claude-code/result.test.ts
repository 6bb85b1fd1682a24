import { expect, test } from "vitest";
import { noMemory } from "../shared/memory.ts";
import { endOf } from "./result.ts";

const before = (usd: number) => ({
  memory: { ...noMemory, usd },
  words: "",
  context: { used: null, model: null },
  refused: { status: null, untilWallMs: null },
});

test.for<[what: string, total: object, before: number, usd: number]>([
  ["first turn", { total_cost_usd: 0.5 }, 0, 0.5],
  ["resumed conversation, counted as a whole", { total_cost_usd: 0.75 }, 0.5, 0.25],
  ["resumed conversation, counted by process", { total_cost_usd: 0.2 }, 0.5, 0.2],
  ["turn that tells no cost", {}, 0.5, 0],
])("the cost of a %s", ([, total, had, usd]) => {
  const told = endOf({ type: "result", subtype: "success", result: "Done.", ...total }, before(had));
  expect(told.flatMap((one) => (one.tell === "ended" ? [one.usage.usd] : []))).toEqual([usd]);
});
