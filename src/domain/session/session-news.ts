/** News about a session's process and workspace: the phase it is in decides what they mean. */
import { escalate } from "../incident/escalation.ts";
import type { Observation } from "../core/observation.ts";
import { whileAsking } from "./phases/asking.ts";
import { whileEnding } from "./phases/ending.ts";
import { whilePreparing } from "./phases/preparing.ts";
import { whileWorking } from "./phases/working.ts";
import { isAtRest } from "./session.ts";
import { publishIfNew } from "../change/publishing.ts";
import { beginTurn } from "../turn/turn.ts";
import { unreachable } from "../model/unreachable.ts";
import {
  closeAt,
  holdForTrouble,
  incidentFor,
  onSession,
  patchSession,
  releaseHold,
  say,
  sessionOf,
  type WorkDraft,
} from "../core/work-draft.ts";
import { compose } from "../words/compose-prompt.ts";
import { sessionVariables } from "../words/variables.ts";

export function onSessionNews(draft: WorkDraft, observation: Observation): void {
  const phase = sessionOf(draft).phase;
  switch (phase.kind) {
    case "preparing":
      return whilePreparing(draft, observation);
    case "resting":
      return whileResting(draft, observation);
    case "working":
      return whileWorking(draft, observation);
    case "asking":
      if (observation.kind === "turn_granted") return beginTurn(draft);
      return observation.kind === "workspace_committed"
        ? onCommitted(draft, observation)
        : whileAsking(draft, observation);
    case "ending":
      return whileEnding(draft, observation);
    case "ended":
      return;
    default:
      return unreachable(phase);
  }
}

function whileResting(draft: WorkDraft, observation: Observation): void {
  if (observation.kind === "turn_granted") beginTurn(draft);
  if (observation.kind === "workspace_committed") onCommitted(draft, observation);
}

/** Also a person's own commit in the workspace: it goes up as the agent's do. While a turn is open its end tells. */
function onCommitted(draft: WorkDraft, { head }: Extract<Observation, { kind: "workspace_committed" }>): void {
  if (!isAtRest(sessionOf(draft))) return;
  patchSession(draft, { head: head.commit, nudgedFor: [] });
  closeAt(draft, onSession, "idle", "progressed");
  publishIfNew(draft);
}

export function onIssueChanged(draft: WorkDraft, observation: Extract<Observation, { kind: "issue_changed" }>): void {
  const session = sessionOf(draft);
  if (session.phase.kind === "ending" || session.phase.kind === "ended") return;
  if (observation.as === "edited") {
    if (session.task === observation.text) return;
    const known = { ...sessionVariables(session), task: observation.text };
    say(draft, { kind: "nudge", about: "issue_edited" }, compose(draft.rules, "issue-edited", known));
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
    incidentFor(draft, onSession, "issue_closed", "The issue was closed while the agent works on it"),
  );
}
