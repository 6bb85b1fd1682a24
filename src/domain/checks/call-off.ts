/** Calls off checks that nobody waits for any more, so that others get their places. */
import { listApprovals, clearRound, isOpenChange, type CalledOff, type Change } from "../change/change.ts";
import { followUp, requestEffect } from "../core/draft.ts";
import type { ChangeId } from "../model/ids.ts";
import { getChange, patchChange, type WorkDraft } from "../core/work-draft.ts";

export function abandonChecks(draft: WorkDraft, change: Change): void {
  if (change.round.kind !== "asked") return;
  const of = { kind: "change", change: change.id, tree: change.round.tree } as const;
  const runKey = change.round.key;
  requestEffect(draft, { kind: "cancel_checks", of, project: change.project, runKey }, runKey);
}

/** Nothing is known of it, and nothing runs. */
export function clearChecks(draft: WorkDraft, change: Change): void {
  patchChange(draft, change.id, { round: clearRound(change) });
}

/** The session has ended: what was asked for its changes is called off, unless somebody waits for one of them to land. */
export function endChecks(draft: WorkDraft): void {
  for (const change of draft.facts.changes.filter(isOpenChange))
    if (change.round.kind === "asked" && isLeftAlone(draft, change.id)) leaveUnchecked(draft, change, "session_ended");
}

/** Nobody works on it, and nobody waits for it to land: without its checks a head that is approved could not. */
export function isLeftAlone(draft: WorkDraft, id: ChangeId): boolean {
  const change = getChange(draft, id);
  return isSessionOver(draft) && change.queue === null && listApprovals(change).length === 0;
}

/** Nobody works on it: its checks run when somebody asks. */
export function leaveUnchecked(draft: WorkDraft, change: Change, calledOff: CalledOff): void {
  abandonChecks(draft, change);
  const isWithoutChecks = draft.rules.checks.length === 0;
  patchChange(draft, change.id, { round: { ...clearRound(change), ...(isWithoutChecks ? {} : { calledOff }) } });
}

/** The candidate that it is part of cannot land any more. */
export function abandonCandidate(draft: WorkDraft, { queue }: Change): void {
  const candidate = queue?.candidate ?? null;
  if (candidate !== null) followUp(draft, { kind: "candidate_abandoned", candidate });
}

function isSessionOver({ facts: { session } }: WorkDraft): boolean {
  return session !== null && (session.phase.kind === "ending" || session.phase.kind === "ended");
}
