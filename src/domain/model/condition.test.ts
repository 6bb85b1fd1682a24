import { expect, test } from "vitest";
import { evaluate, type LabelCondition } from "./condition.ts";

const is = (value: string): LabelCondition => ({ kind: "compare", name: "label", operator: "==", value });
const isNot = (value: string): LabelCondition => ({ kind: "compare", name: "label", operator: "!=", value });
const has = (value: string): LabelCondition => ({ kind: "has", value });
const facts = { label: "a", labels: ["a", "b"] };

test.for<[what: string, condition: LabelCondition, holds: boolean]>([
  ["the new label is meant", is("a"), true],
  ["another label that is there is not the new one", is("b"), false],
  ["the new label is another", isNot("b"), true],
  ["the new label is that one", isNot("a"), false],
  ["a label is there", has("b"), true],
  ["a label is not there", has("c"), false],
  ["not", { kind: "not", of: has("c") }, true],
  ["all, when one fails", { kind: "all", of: [is("a"), has("c")] }, false],
  ["all, when none fails", { kind: "all", of: [is("a"), has("b")] }, true],
  ["any, when one holds", { kind: "any", of: [is("x"), has("b")] }, true],
  ["any, when none holds", { kind: "any", of: [is("x"), has("c")] }, false],
  ["all of nothing", { kind: "all", of: [] }, true],
  ["any of nothing", { kind: "any", of: [] }, false],
])("%s", ([, condition, holds]) => {
  expect(evaluate(condition, facts)).toBe(holds);
});
