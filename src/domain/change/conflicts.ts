/** A branch that no longer merges goes back to its agent with the paths that collide. */
import type { Change } from "./change.ts";
import { giveReason } from "../core/draft.ts";
import type { ChangeId, CommitSha } from "../model/ids.ts";
import { findOpen, type IncidentFailure, type Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import { tell } from "../incident/notify-agent.ts";
import { collectChangeVariables } from "../words/variables.ts";
import {
  getChange,
  closeAt,
  ensureIncident,
  changeHome,
  patchChange,
  type IncidentHome,
  type WorkDraft,
} from "../core/work-draft.ts";

/** Reads the forge's word on mergeability. Unknown proves nothing and moves nothing. */
export function settleConflict(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  if (!change.mergeable.known) return;
  const incident = findOpen(change.incidents, "conflict");
  if (!change.mergeable.value) {
    // The queue, or our own push, may have met the same conflict before the forge did: one head, one telling.
    const isTold = incident !== undefined && isToldAt(incident, change.head.commit);
    return isTold ? undefined : tellOfConflict(draft, change);
  }
  if (incident !== undefined && isOver(draft, change, incident))
    closeAt(draft, changeHome(change), "conflict", "clean");
}

function isToldAt({ toldFor }: Incident, head: CommitSha): boolean {
  if (toldFor === null) return false;
  return toldFor.as === "moved" ? toldFor.fingerprint === head : toldFor.head === head;
}

/** The forge's word may lag behind what we saw ourselves: such a conflict is over only when what caused it has moved. */
function isOver(draft: WorkDraft, change: Change, incident: Incident): boolean {
  const { session, project } = draft.facts;
  const { toldFor } = incident;
  if (isMovedBranch(incident)) return session === null || session.published === session.head;
  const isStillThere = toldFor?.as === "landing" && toldFor.onto === project.base.head;
  return !isStillThere || toldFor.head !== change.head.commit;
}

/** Not with the base, but with whoever moved the branch. */
export function isMovedBranch({ toldFor }: Incident): boolean {
  return toldFor?.as === "moved";
}

/** A candidate could not be built: stronger evidence than the forge's word, which may lag behind. */
export function noteLandingConflict(draft: WorkDraft, id: ChangeId, { paths, theirs = "" }: Collision): void {
  patchChange(draft, id, { mergeable: { known: true, value: false }, conflicts: paths, theirs });
  const change = getChange(draft, id);
  const incident = findOpen(change.incidents, "conflict");
  if (incident !== undefined && isAtIt(incident, change.head.commit))
    return giveReason(draft, "merge-conflicts: the agent is already working on it");
  tellOfConflict(draft, change, { as: "landing", onto: draft.facts.project.base.head });
}

/** The forge saw it first, and the agent owes the next step: to count the same conflict again would call it failed. */
function isAtIt(incident: Incident, head: CommitSha): boolean {
  return incident.owedBy.kind === "agent" && !isMovedBranch(incident) && isToldAt(incident, head);
}

type Collision = { readonly paths: readonly string[]; readonly theirs?: string };

/** Somebody else moved the branch; ours must contain theirs before it may go up again. */
export function notePublishConflict(
  draft: WorkDraft,
  { home, change }: { readonly home: IncidentHome; readonly change: Change },
  { ours, theirs }: { readonly ours: CommitSha; readonly theirs: CommitSha },
): void {
  const incident = ensureIncident(draft, home, "conflict", "The branch was moved by somebody else");
  tell(draft, {
    home,
    incident,
    reaction: "merge-conflicts",
    failure: { head: ours, fingerprint: theirs, as: "moved" },
    variables: {
      ...collectChangeVariables(draft, change),
      conflicts: `Somebody moved ${change.branch} to ${theirs}. Fetch it, merge it into your work, and commit.`,
    },
  });
}

function tellOfConflict(draft: WorkDraft, change: Change, met: Pick<IncidentFailure, "as" | "onto"> = {}): void {
  const { conflicts: paths } = change;
  const incident = ensureIncident(
    draft,
    changeHome(change),
    "conflict",
    `Does not merge into ${change.base}: ${paths.join(", ")}`,
  );
  tell(draft, {
    home: changeHome(change),
    incident,
    reaction: "merge-conflicts",
    failure: { ...met, head: change.head.commit, fingerprint: [...paths].sort().join("|") },
    variables: { ...collectChangeVariables(draft, change), conflicts: describeBothSides(change) },
  });
}

/** The agent knows its own side; the other one it gets to read. */
function describeBothSides({ conflicts, theirs = "", base }: Change): string {
  const paths = conflicts.join("\n");
  if (theirs === "") return paths;
  return `${paths}\n\nWhat ${base} changed there meanwhile:\n\n${theirs.slice(0, limits.evidenceTextMax)}`;
}
