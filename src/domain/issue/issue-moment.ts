/** How far the work on an issue is: derived from the facts, and told to its tracker when it changes. */
import { isOpenChange } from "../change/change.ts";
import { requestEffect } from "../core/draft.ts";
import type { WorkFacts } from "../core/facts.ts";
import { isOpenIncident } from "../incident/incident.ts";
import type { IssueProgress } from "./issue.ts";
import type { WorkDraft } from "../core/work-draft.ts";

/** Null: there is no session, or it works on no issue. */
export function judgeProgress({ session, changes }: WorkFacts): IssueProgress | null {
  if (session?.role.kind !== "worker" || session.role.issue === null) return null;
  const { phase, incidents } = session;
  if (phase.kind === "ending" || phase.kind === "ended") return phase.because === "landed" ? "landed" : "stopped";
  const troubles = [...incidents, ...changes.flatMap((change) => change.incidents)];
  if (troubles.some((incident) => isOpenIncident(incident) && incident.escalation.kind === "person"))
    return "escalated";
  return changes.some(isOpenChange) ? "change_opened" : "started";
}

/** `before`: as it was when the decision began. Landing is told by closing the issue. */
export function tellTracker(draft: WorkDraft, before: IssueProgress | null): void {
  const { session } = draft.facts;
  const to = judgeProgress(draft.facts);
  if (session?.role.kind !== "worker" || session.role.issue === null) return;
  if (to === null || to === before || to === "landed" || !draft.rules.moves.includes(to)) return;
  const { issue } = session.role;
  requestEffect(
    draft,
    { kind: "move_issue", issue, project: session.project, session: session.id, to },
    `${issue}:${draft.observation.id}`,
  );
}
