/** Approved and green: the change asks to land by itself, or a person is told that it is ready. */
import { formatActor, type Actor } from "../core/actor.ts";
import { byItself, listChecks, type Change } from "../change/change.ts";
import { hasPassed } from "../checks/check.ts";
import { hasFailedTogether, isLandingFailure } from "./red-candidate.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import type { ChangeId } from "../model/ids.ts";
import { isMovedBranch } from "../change/conflicts.ts";
import type { Incident } from "../incident/incident.ts";
import { listGateReasons } from "./gate.ts";
import { canLandByItself } from "../model/rules.ts";
import { shortenCommit } from "../words/sentence.ts";
import { getChange, patchChange, type WorkDraft } from "../core/work-draft.ts";

export function considerLanding(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  if (change.queue !== null || change.state.kind !== "open" || change.heldBackAt === change.head.commit) return;
  // A freeze ends by itself: the change waits for that in the queue, where the scheduler looks again.
  const reasons = listGateReasons(change, draft.facts.project, draft.rules, draft.now).filter(
    (reason) => reason.code !== "frozen",
  );
  if (reasons.length > 0 || change.incidents.some((incident) => isHeldBack(incident, change))) return;
  if (canLandByItself(draft.rules)) requestLanding(draft, id, byItself);
  else announceReady(draft, id);
}

/** A head that failed together with its base does not ask again by itself; the one that mends it does. */
function isHeldBack(incident: Incident, change: Change): boolean {
  // Whoever moved the branch approves what they put there; what the agent has beside it is rescued, not waited for.
  if (incident.closed !== null || isMovedBranch(incident)) return false;
  return !isLandingFailure(incident) || hasFailedTogether(incident, change.head.commit);
}

export function requestLanding(draft: WorkDraft, id: ChangeId, by: Actor): void {
  const change = getChange(draft, id);
  if (change.queue?.head === change.head.commit) return;
  const queue = { by, requestedAtMs: draft.now.countedMs, head: change.head.commit, candidate: null, rebuilds: 0 };
  patchChange(draft, id, { queue, heldBackAt: null });
  giveReason(draft, `asked to land, by ${formatActor(by)}`);
}

function announceReady(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  if (change.readyToldFor === change.head.commit) return;
  patchChange(draft, id, { readyToldFor: change.head.commit });
  const priority = draft.rules.reactions["approved-and-green"].priority;
  // The head is named: a newer one may be ready a moment later, and is told too.
  const stands = hasPassed(listChecks(change)) ? "is green and approved" : "is ready to land";
  const text = `${change.title} ${stands} at ${shortenCommit(change.head.commit)}. Land it with: ao merge ${change.id}`;
  const subject = { kind: "change_ready", change: id, head: change.head.commit } as const;
  // The observation is part of the deed's name: a head that comes back later (a reset) is ready once more.
  const identity = `ready:${id}:${change.head.commit}:${draft.observation.id}`;
  requestEffect(draft, { kind: "notify", project: change.project, subject, priority, text }, identity);
}
