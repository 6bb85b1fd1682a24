/** How the base of a project is, and what to type where nothing checks it or a change of it. */
import { listChecks, judgeChecks, type Change } from "../../../domain/change/change.ts";
import { limits } from "../../../domain/model/limits.ts";
import { countTries, type Base, type BaseHealth } from "../../../domain/core/project.ts";
import { listRequiredChecks, type Rules } from "../../../domain/model/rules.ts";
import { addCheckCommand } from "../../../domain/words/sentence.ts";
import type { ProjectView } from "../../../protocol/project.ts";

type Registered = { readonly id: string; readonly rules: Rules };

type BaseView = Pick<ProjectView, "base" | "baseDetail" | "addCheck">;

export function toBaseView({ health }: Base, { id, rules }: Registered): BaseView {
  const isBare = health.kind === "unchecked" && !health.hasChecks && rules.checks.length === 0;
  return { base: health.kind, baseDetail: describeHealth(health), addCheck: isBare ? addCheckCommand(id) : null };
}

function describeHealth(health: BaseHealth): string | null {
  if (health.kind === "red") return health.failed.map(({ name }) => name).join(", ");
  const brokenBy = "brokenBy" in health ? health.brokenBy : undefined;
  if (brokenBy === undefined) return null;
  const tries =
    health.kind === "checking" ? `, tried again ${countTries(health) - 1} of ${limits.infrastructureRetriesMax}` : "";
  return `${brokenBy}${tries}`;
}

/** The command that adds a check, where the change has none and waits for none; null: it has some. */
export function suggestMissingCheck(change: Change, rules: Rules): string | null {
  const isBare = listChecks(change).length === 0 && judgeChecks(change, listRequiredChecks(rules)).kind === "green";
  return isBare ? addCheckCommand(change.project) : null;
}
