/** How an agent's commits go up: one head at a time, and never over what somebody else put there. */
import { isOpenChange, type Change } from "./change.ts";
import { conflictWhilePublishing } from "./conflicts.ts";
import { perform } from "../core/draft.ts";
import type { Replaces } from "../core/effect.ts";
import { escalate } from "../incident/escalation.ts";
import type { Observation } from "../core/observation.ts";
import { incidentFor, onChange, onSession, patchSession, sessionOf, type WorkDraft } from "../core/work-draft.ts";

/** A head is published at a turn's end, never per commit. */
export function publishIfNew(draft: WorkDraft): void {
  const session = sessionOf(draft);
  if (session.head === null || session.head === session.published || session.head === session.base) return;
  if (draft.rules.autonomy === "observe" || session.publishing !== null) return;
  patchSession(draft, { publishing: session.head });
  perform(
    draft,
    { kind: "publish_head", session: session.id, head: session.head, replaces: replaces(draft) },
    `${session.id}:${session.head}:${draft.observation.id}`,
  );
}

/** What stands there now may go only if we put it there; somebody else's commits must be part of ours. */
function replaces(draft: WorkDraft): Replaces {
  const session = sessionOf(draft);
  const change = openOnBranch(draft) ?? lastOnBranch(draft);
  const ours = change !== undefined && session.published !== null && change.head.commit === session.published;
  return ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };
}

/** A restored session may have had a change before, which is closed and takes no commits. */
function openOnBranch(draft: WorkDraft): Change | undefined {
  const { branch } = sessionOf(draft);
  return draft.facts.changes.find((change) => change.branch === branch && isOpenChange(change));
}

function lastOnBranch(draft: WorkDraft): Change | undefined {
  const { branch } = sessionOf(draft);
  return draft.facts.changes.findLast((change) => change.branch === branch);
}

export function onPublishRefused(
  draft: WorkDraft,
  observation: Extract<Observation, { kind: "publish_refused" }>,
): void {
  const session = sessionOf(draft);
  patchSession(draft, { publishing: null });
  const { head: ours, theirs } = observation;
  const open = openOnBranch(draft);
  const change = open ?? lastOnBranch(draft);
  // What becomes of a closed change moves nobody: the trouble is the session's, until its next change is up.
  const home = open === undefined ? onSession : onChange(open);
  if (change !== undefined) conflictWhilePublishing(draft, { home, change }, { ours, theirs });
  else
    escalate(
      draft,
      onSession,
      incidentFor(draft, onSession, "effect", `The branch ${session.branch} is somebody else's`),
    );
}
