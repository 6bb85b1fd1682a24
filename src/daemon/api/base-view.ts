/** How the base of a project is, and what to type where nothing checks it or a change of it. */
import { checksOf, checksOutcome, type Change } from "../../domain/change.ts";
import type { Base } from "../../domain/project.ts";
import { requiredChecks, type Rules } from "../../domain/rules.ts";
import { addCheckCommand } from "../../domain/sentence.ts";
import type { ProjectView } from "../../protocol/project.ts";

type Registered = { readonly id: string; readonly rules: Rules };

export function baseView({ health }: Base, { id, rules }: Registered): Pick<ProjectView, "base" | "addCheck"> {
  const isBare = health.kind === "unchecked" && !health.hasChecks && rules.checks.length === 0;
  return { base: health.kind, addCheck: isBare ? addCheckCommand(id) : null };
}

/** The command that adds a check, where the change has none and waits for none; null: it has some. */
export function missingCheck(change: Change, rules: Rules): string | null {
  const isBare = checksOf(change).length === 0 && checksOutcome(change, requiredChecks(rules)).kind === "green";
  return isBare ? addCheckCommand(change.project) : null;
}
