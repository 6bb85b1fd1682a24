/** A candidate was rejected: what its change makes of that. */
import { tellOfRedCandidate } from "./red-candidate.ts";
import { noteLandingConflict } from "../change/conflicts.ts";
import { giveReason } from "../core/draft.ts";
import { escalate } from "../incident/escalation.ts";
import { limits } from "../model/limits.ts";
import type { Observation } from "../core/observation.ts";
import { unreachable } from "../model/unreachable.ts";
import { getChange, ensureIncident, changeHome, patchChange, type WorkDraft } from "../core/work-draft.ts";

export function handleLandingFailed(
  draft: WorkDraft,
  { change: id, candidate, trouble }: Extract<Observation, { kind: "landing_failed" }>,
): void {
  const change = getChange(draft, id);
  const queue = change.queue;
  if (queue === null || queue.candidate !== candidate) return;
  // Trouble of a head that is no longer there is late news; the new head asks for landing by itself.
  if ((trouble.kind === "red" || trouble.kind === "conflict") && trouble.head !== change.head.commit) {
    patchChange(draft, id, { queue: null });
    return;
  }
  switch (trouble.kind) {
    case "again":
      return trouble.waited === true ? goToTheEnd(draft, id) : tryAgain(draft, id);
    case "red":
      patchChange(draft, id, { queue: null });
      return tellOfRedCandidate(draft, id, trouble.failed);
    case "base_red":
      patchChange(draft, id, { queue: { ...queue, candidate: null, notMending: trouble.onto } });
      return giveReason(draft, `${change.base} is failing and this change does not fix it: it waits in the queue`);
    case "conflict":
      patchChange(draft, id, { queue: null });
      return noteLandingConflict(draft, id, trouble);
    case "frozen":
      patchChange(draft, id, { queue: { ...queue, candidate: null } });
      return giveReason(draft, "landing is frozen now: it keeps its place in the queue");
    case "gate_closed":
      patchChange(draft, id, { queue: null });
      return giveReason(draft, "left the landing queue: it may no longer land");
    case "failed":
      patchChange(draft, id, { queue: null });
      return escalate(
        draft,
        changeHome(change),
        ensureIncident(draft, changeHome(change), "effect", `Landing failed: ${trouble.why}`),
      );
    default:
      return unreachable(trouble);
  }
}

/** Its turn will come again after all others: whoever is still in its way should not hold up them, too. */
function goToTheEnd(draft: WorkDraft, id: Parameters<typeof getChange>[1]): void {
  const { queue } = getChange(draft, id);
  if (queue === null) return;
  patchChange(draft, id, { queue: { ...queue, candidate: null, requestedAtMs: draft.now.countedMs } });
  giveReason(draft, "others landed while it waited for a checkout: it is built again");
}

/** It keeps its place; a base that never holds still is a person's matter. */
function tryAgain(draft: WorkDraft, id: Parameters<typeof getChange>[1]): void {
  const change = getChange(draft, id);
  if (change.queue === null) return;
  const rebuilds = change.queue.rebuilds + 1;
  const isEnough = rebuilds > limits.candidateRebuildsMax;
  patchChange(draft, id, { queue: isEnough ? null : { ...change.queue, candidate: null, rebuilds } });
  if (!isEnough) return;
  const summary = `The candidate had to be rebuilt ${rebuilds} times`;
  escalate(
    draft,
    changeHome(change),
    ensureIncident(draft, changeHome(getChange(draft, id)), "effect", summary),
    "warning",
  );
}
