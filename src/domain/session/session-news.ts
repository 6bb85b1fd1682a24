/** News about a session's process and workspace: the phase it is in decides what they mean. */
import { escalate } from "../incident/escalation.ts";
import type { Observation } from "../core/observation.ts";
import { handleWhileAsking } from "./phases/asking.ts";
import { handleWhileEnding } from "./phases/ending.ts";
import { handleWhilePreparing } from "./phases/preparing.ts";
import { handleWhileWorking } from "./phases/working.ts";
import { isAtRest } from "./session.ts";
import { publishIfNew } from "../change/publishing.ts";
import { beginTurn } from "../turn/turn.ts";
import { unreachable } from "../model/unreachable.ts";
import {
  closeAt,
  holdForTrouble,
  ensureIncident,
  onSession,
  patchSession,
  releaseHold,
  queueMessage,
  getSession,
  type WorkDraft,
} from "../core/work-draft.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import { collectSessionVariables } from "../words/variables.ts";

export function handleSessionNews(draft: WorkDraft, observation: Observation): void {
  const phase = getSession(draft).phase;
  switch (phase.kind) {
    case "preparing":
      return handleWhilePreparing(draft, observation);
    case "resting":
      return handleWhileResting(draft, observation);
    case "working":
      return handleWhileWorking(draft, observation);
    case "asking":
      if (observation.kind === "turn_granted") return beginTurn(draft);
      return observation.kind === "workspace_committed"
        ? handleCommitted(draft, observation)
        : handleWhileAsking(draft, observation);
    case "ending":
      return handleWhileEnding(draft, observation);
    case "ended":
      return;
    default:
      return unreachable(phase);
  }
}

function handleWhileResting(draft: WorkDraft, observation: Observation): void {
  if (observation.kind === "turn_granted") beginTurn(draft);
  if (observation.kind === "workspace_committed") handleCommitted(draft, observation);
}

/** Also a person's own commit in the workspace: it goes up as the agent's do. While a turn is open its end tells. */
function handleCommitted(draft: WorkDraft, { head }: Extract<Observation, { kind: "workspace_committed" }>): void {
  if (!isAtRest(getSession(draft))) return;
  patchSession(draft, { head: head.commit, nudgedFor: [] });
  closeAt(draft, onSession, "idle", "progressed");
  publishIfNew(draft);
}

export function handleIssueChanged(
  draft: WorkDraft,
  observation: Extract<Observation, { kind: "issue_changed" }>,
): void {
  const session = getSession(draft);
  if (session.phase.kind === "ending" || session.phase.kind === "ended") return;
  if (observation.as === "edited") {
    if (session.task === observation.text) return;
    const known = { ...collectSessionVariables(session), task: observation.text };
    queueMessage(draft, { kind: "nudge", about: "issue_edited" }, composePrompt(draft.rules, "issue-edited", known));
    patchSession(draft, { task: observation.text });
    return;
  }
  if (observation.as === "reopened") {
    closeAt(draft, onSession, "issue_closed", "resolved");
    releaseHold(draft);
    return;
  }
  holdForTrouble(draft);
  escalate(
    draft,
    onSession,
    ensureIncident(draft, onSession, "issue_closed", "The issue was closed while the agent works on it"),
  );
}
