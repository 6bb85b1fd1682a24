/** News about a session's process and workspace: the phase it is in decides what they mean. */
import { because } from "./draft.ts";
import { escalate } from "./escalation.ts";
import { conflictWhilePublishing } from "./conflicts.ts";
import type { Observation } from "./observation.ts";
import { whileAsking } from "./phases/asking.ts";
import { whileEnding } from "./phases/ending.ts";
import { whilePreparing } from "./phases/preparing.ts";
import { whileWorking } from "./phases/working.ts";
import { publishIfNew } from "./turn-end.ts";
import { giveBack } from "./tell.ts";
import { beginTurn, messageOfTurn } from "./turn.ts";
import { unreachable } from "./unreachable.ts";
import type { ChangeId } from "./ids.ts";
import { unanswered } from "./session.ts";
import {
  changeOf,
  closeAt,
  enter,
  holdForTrouble,
  incidentFor,
  onChange,
  onSession,
  patchChange,
  patchSession,
  releaseHold,
  say,
  sessionOf,
  settle,
  type WorkDraft,
} from "./work.ts";
import { withTask } from "./prompt.ts";

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
      return observation.kind === "turn_granted" ? beginTurn(draft) : whileAsking(draft, observation);
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
  if (observation.kind === "workspace_committed") {
    patchSession(draft, { head: observation.head.commit, nudgedFor: [] });
    publishIfNew(draft);
  }
}

export function onPublishRefused(
  draft: WorkDraft,
  observation: Extract<Observation, { kind: "publish_refused" }>,
): void {
  const session = sessionOf(draft);
  patchSession(draft, { publishing: null });
  const change = draft.facts.changes.find((candidate) => candidate.branch === session.branch);
  if (change !== undefined) conflictWhilePublishing(draft, change.id, observation.head, observation.theirs);
  else
    escalate(
      draft,
      onSession,
      incidentFor(draft, onSession, "effect", `The branch ${session.branch} is somebody else's`),
    );
}

/** An effect was given up: its subject stays as it is, and a person hears of it once. */
export function onEffectFailed(draft: WorkDraft, observation: Extract<Observation, { kind: "effect_failed" }>): void {
  const session = draft.facts.session;
  const summary = `${observation.effect.replaceAll("_", " ")} failed for good: ${observation.why}`;
  because(draft, summary);
  if (observation.subject.kind === "change" && observation.effect === "run_checks")
    return onChecksGivenUp(draft, observation.subject.change, summary);
  if (session === null) return;
  if (observation.effect === "publish_head") patchSession(draft, { publishing: null });
  if (observation.effect === "start_turn") abandonTurn(draft, observation);
  if (observation.effect === "answer_question") askAgain(draft);
  if (session.phase.kind === "ended") return;
  escalate(draft, onSession, incidentFor(draft, onSession, "effect", summary));
}

/** Nobody will ever say whether this head is green: not green, then, and a person's matter. */
function onChecksGivenUp(draft: WorkDraft, id: ChangeId, summary: string): void {
  patchChange(draft, id, { round: { kind: "none" } });
  const home = onChange(changeOf(draft, id));
  escalate(draft, home, incidentFor(draft, home, "effect", summary));
}

/**
 * A turn that is known not to have begun delivered nothing. Of any other nobody can tell whether its message was read: it
 * is not sent again, a person decides.
 */
function abandonTurn(
  draft: WorkDraft,
  { why, isUndone = false }: Extract<Observation, { kind: "effect_failed" }>,
): void {
  const phase = sessionOf(draft).phase;
  if (phase.kind !== "working") return;
  const message = messageOfTurn(draft);
  if (message !== undefined && !phase.turn.acknowledged) {
    if (isUndone) giveBack(draft, message);
    settle(
      draft,
      message,
      isUndone ? { kind: "failed", why } : { kind: "unknown", why: `the turn may have begun: ${why}` },
    );
  }
  enter(draft, { kind: "resting", workspacePath: phase.workspacePath });
  holdForTrouble(draft);
}

/** The answer did not get through: the question waits for a person as before. */
function askAgain(draft: WorkDraft): void {
  const { phase } = sessionOf(draft);
  if (phase.kind === "asking") enter(draft, { ...phase, question: unanswered(phase.question) });
}

export function onIssueChanged(draft: WorkDraft, observation: Extract<Observation, { kind: "issue_changed" }>): void {
  const session = sessionOf(draft);
  if (session.phase.kind === "ending" || session.phase.kind === "ended") return;
  if (observation.as === "edited") {
    say(draft, { kind: "nudge", about: "issue_edited" }, `The issue was edited. It now says:\n\n${observation.text}`);
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

export function onEscalationRaised(
  draft: WorkDraft,
  observation: Extract<Observation, { kind: "escalation_raised" }>,
): void {
  if (draft.facts.session === null) return;
  const text = withTask(
    `Session ${observation.from} needs judgement (${observation.trouble}): ${observation.summary}\nTake it on, or decline with: ao escalation decline ${observation.from} ${observation.incident}`,
    "",
  );
  say(draft, { kind: "escalation", incident: observation.incident, from: observation.from }, text);
}
