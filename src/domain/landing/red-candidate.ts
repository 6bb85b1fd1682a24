/**
 * Green alone, red together with the base: told like any failure of the head, and over when it has landed. Once a person
 * was told, a green head of its own ends it too, so that what fails afterwards is told again; the attempts go on counting.
 */
import type { Change } from "../change/change.ts";
import { fingerprintFailures, type CheckResult } from "../checks/check.ts";
import { formatEvidence, collectFailureVariables } from "../words/variables.ts";
import type { ChangeId, CommitSha } from "../model/ids.ts";
import { giveReason } from "../core/draft.ts";
import { findOpen, type Incident } from "../incident/incident.ts";
import { withdraw } from "../turn/take-back.ts";
import { tell } from "../incident/notify-agent.ts";
import {
  getChange,
  closeAt,
  ensureIncident,
  listMessagesAbout,
  changeHome,
  putIncident,
  type WorkDraft,
} from "../core/work-draft.ts";

export function tellOfRedCandidate(draft: WorkDraft, id: ChangeId, failed: readonly CheckResult[]): void {
  const change = getChange(draft, id);
  const names = failed.map((result) => result.name).join(", ");
  const found = ensureIncident(
    draft,
    changeHome(change),
    "ci",
    `Green alone, red together with ${change.base}: ${names}`,
  );
  const opened = { ...found, attempts: Math.max(found.attempts, listEarlierAttempts(change)) };
  const incident: Incident = { ...opened, failedTogether: true };
  putIncident(draft, changeHome(change), incident);
  tell(draft, {
    home: changeHome(change),
    incident,
    reaction: "ci-failed",
    failure: { head: change.head.commit, fingerprint: fingerprintFailures(failed), as: "together" },
    variables: {
      ...collectFailureVariables(draft, change, failed),
      errors: `Together with ${change.base}:\n${formatEvidence(failed)}`,
    },
  });
}

/** What was tried before a green head ended it for the person counts: the retries are for all heads until it lands. */
function listEarlierAttempts({ incidents }: Change): number {
  const last = incidents.findLast(isLandingFailure);
  return last?.closed?.as === "green" ? last.attempts : 0;
}

/** The head is green alone. The one that failed together with its base was that before, too; another one is news. */
export function handleGreenAlone(draft: WorkDraft, change: Change, incident: Incident): void {
  if (hasFailedTogether(incident, change.head.commit)) return;
  if (incident.escalation.kind !== "none") return closeAt(draft, changeHome(change), "ci", "green");
  for (const message of listMessagesAbout(draft, incident)) withdraw(draft, message, "stale_head");
}

/** The head fails only as its base does. As with a green one, what failed only together with the base is not over by that. */
export function handleExcused(draft: WorkDraft, change: Change): void {
  giveReason(draft, `it fails only as ${change.base} does: the agent is not blamed`);
  const incident = findOpen(change.incidents, "ci");
  if (incident !== undefined && isLandingFailure(incident)) return handleGreenAlone(draft, change, incident);
  closeAt(draft, changeHome(change), "ci", "base_red");
}

export function isLandingFailure({ failedTogether }: Incident): boolean {
  return failedTogether === true;
}

/** The last that was told of this head is that it fails together with its base; what fails alone is another matter. */
export function hasFailedTogether({ toldFor }: Incident, head: CommitSha): boolean {
  return toldFor !== null && toldFor.head === head && toldFor.as === "together";
}

/** Whoever was told is gone, so the same is news again. That this head failed together with its base is known all the same. */
export function forgetTelling(incident: Incident): Incident {
  const { toldFor } = incident;
  const isTogether = toldFor?.as === "together";
  return { ...incident, toldFor: isTogether ? { ...toldFor, fingerprint: "" } : null };
}
