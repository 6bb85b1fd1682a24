/** What an agent is told of checks that failed: the failures themselves, each with its share of the room there is. */
import type { Change } from "./change.ts";
import type { CheckResult } from "./check.ts";
import { limits } from "./limits.ts";
import type { Variables } from "./prompt.ts";
import type { WorkDraft } from "./work.ts";

export function failureVariables(draft: WorkDraft, change: Change, failed: readonly CheckResult[]): Variables {
  return {
    errors: evidenceOf(failed),
    failedTests: failed.map((result) => result.name).join(", "),
    task: draft.facts.session?.task ?? "",
    title: change.title,
    branch: change.branch,
    change: change.id,
  };
}

export function evidenceOf(failed: readonly CheckResult[]): string {
  const share = Math.floor(limits.evidenceTextMax / Math.max(1, failed.length));
  return failed.map((result) => `${result.name}:\n${result.evidence.slice(0, share)}`).join("\n\n");
}
