import type { ReactionRuleId } from "../../src/domain/incident/reaction-rules.ts";

/** Says which rules of the reactions a scenario would break with. The tidy test looks for these words; nothing runs. */
export function proves(..._rules: readonly ReactionRuleId[]): void {
  return undefined;
}
