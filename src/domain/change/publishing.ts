/** How an agent's commits go up: one head at a time, and never over what somebody else put there. */
import { isOpenChange, type Change } from "./change.ts";
import { notePublishConflict } from "./conflicts.ts";
import { requestEffect } from "../core/draft.ts";
import type { Replaces } from "../core/effect.ts";
import { escalate } from "../incident/escalation.ts";
import type { Observation } from "../core/observation.ts";
import { ensureIncident, changeHome, onSession, patchSession, getSession, type WorkDraft } from "../core/work-draft.ts";

/** A head is published at a turn's end, never per commit. */
export function publishIfNew(draft: WorkDraft): void {
  const session = getSession(draft);
  if (session.head === null || session.head === session.published || session.head === session.base) return;
  if (draft.rules.autonomy === "observe" || session.publishing !== null) return;
  patchSession(draft, { publishing: session.head });
  requestEffect(
    draft,
    { kind: "publish_head", session: session.id, head: session.head, replaces: chooseReplaced(draft) },
    `${session.id}:${session.head}:${draft.observation.id}`,
  );
}

/** What stands there now may go only if we put it there; somebody else's commits must be part of ours. */
function chooseReplaced(draft: WorkDraft): Replaces {
  const session = getSession(draft);
  const change = openOnBranch(draft) ?? findLastOnBranch(draft);
  const ours = change !== undefined && session.published !== null && change.head.commit === session.published;
  return ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };
}

/** A restored session may have had a change before, which is closed and takes no commits. */
function openOnBranch(draft: WorkDraft): Change | undefined {
  const { branch } = getSession(draft);
  return draft.facts.changes.find((change) => change.branch === branch && isOpenChange(change));
}

function findLastOnBranch(draft: WorkDraft): Change | undefined {
  const { branch } = getSession(draft);
  return draft.facts.changes.findLast((change) => change.branch === branch);
}

export function handlePublishRefused(
  draft: WorkDraft,
  observation: Extract<Observation, { kind: "publish_refused" }>,
): void {
  const session = getSession(draft);
  patchSession(draft, { publishing: null });
  const { head: ours, theirs } = observation;
  const open = openOnBranch(draft);
  const change = open ?? findLastOnBranch(draft);
  // What becomes of a closed change moves nobody: the trouble is the session's, until its next change is up.
  const home = open === undefined ? onSession : changeHome(open);
  if (change !== undefined) notePublishConflict(draft, { home, change }, { ours, theirs });
  else
    escalate(
      draft,
      onSession,
      ensureIncident(draft, onSession, "effect", `The branch ${session.branch} is somebody else's`),
    );
}
