/** What a message to an agent may name: of its session, of its change, and of what failed. */
import type { Change } from "../change/change.ts";
import type { CheckResult } from "../checks/check.ts";
import { logName } from "../model/log-name.ts";
import { limits } from "../model/limits.ts";
import type { PromptVariables } from "./prompts.ts";
import type { Session } from "../session/session.ts";
import type { WorkDraft } from "../core/work-draft.ts";

export function collectSessionVariables({ task, title, role, branch }: Session): PromptVariables {
  return { task, title, issue: (role.kind === "worker" ? role.issue : null) ?? "", branch };
}

/** Whatever the trouble of the change is. */
export function collectChangeVariables({ facts: { session } }: WorkDraft, change: Change): PromptVariables {
  const ofSession = session === null ? { task: "", issue: "" } : collectSessionVariables(session);
  return { ...ofSession, title: change.title, branch: change.branch, change: change.id };
}

export function collectFailureVariables(
  draft: WorkDraft,
  change: Change,
  failed: readonly CheckResult[],
): PromptVariables {
  const evidence = formatEvidence(failed);
  return {
    ...collectChangeVariables(draft, change),
    errors: evidence,
    logs: evidence,
    failedTests: failed.flatMap(listTests).join(", "),
    logFile: failed.map((result) => `$AO_LOG_DIR/${logName(result.name)}`).join(", "),
  };
}

/** By the names that its report gave; a check without a report is all that is known to have failed. */
function listTests({ name, evidence }: CheckResult): readonly string[] {
  const named = [...evidence.matchAll(/^✗ (.+)$/gm)].map(([, test = ""]) => test);
  return named.length === 0 ? [name] : named;
}

/** The failures themselves, each with its share of the room there is. */
export function formatEvidence(failed: readonly CheckResult[]): string {
  const share = Math.floor(limits.evidenceTextMax / Math.max(1, failed.length));
  return failed.map((result) => `${result.name}:\n${result.evidence.slice(0, share)}`).join("\n\n");
}
