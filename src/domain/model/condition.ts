/** Conditions of reactions, parsed into data and evaluated here; text is never run as code. */
import { unreachable } from "./unreachable.ts";

export type LabelCondition =
  | { readonly kind: "compare"; readonly name: "label"; readonly operator: "==" | "!="; readonly value: string }
  | { readonly kind: "has"; readonly value: string }
  | { readonly kind: "not"; readonly of: LabelCondition }
  | { readonly kind: "all" | "any"; readonly of: readonly LabelCondition[] };

export type ConditionFacts = { readonly label: string; readonly labels: readonly string[] };

export function evaluate(condition: LabelCondition, facts: ConditionFacts): boolean {
  switch (condition.kind) {
    case "compare":
      return (facts.label === condition.value) === (condition.operator === "==");
    case "has":
      return facts.labels.includes(condition.value);
    case "not":
      return !evaluate(condition.of, facts);
    case "all":
      return condition.of.every((part) => evaluate(part, facts));
    case "any":
      return condition.of.some((part) => evaluate(part, facts));
    default:
      return unreachable(condition);
  }
}
