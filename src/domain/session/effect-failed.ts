/** What becomes of a session or a change when something about it could not be done. */
import { clearChecks } from "../checks/call-off.ts";
import { giveReason } from "../core/draft.ts";
import { escalate } from "../incident/escalation.ts";
import type { ChangeId } from "../model/ids.ts";
import type { Observation } from "../core/observation.ts";
import { clearAnswers } from "./session.ts";
import { giveBack } from "../turn/take-back.ts";
import { findTurnMessage } from "../turn/turn.ts";
import {
  getChange,
  enter,
  holdForTrouble,
  ensureIncident,
  changeHome,
  onSession,
  patchSession,
  getSession,
  settleMessage,
  type WorkDraft,
} from "../core/work-draft.ts";

type EffectFailed = Extract<Observation, { kind: "effect_failed" }>;

/** An effect was given up: its subject stays as it is, and a person hears of it once. */
export function handleEffectFailed(draft: WorkDraft, observation: EffectFailed): void {
  const session = draft.facts.session;
  giveReason(draft, describe(observation));
  const summary = describe(observation).split("\n")[0] ?? "";
  if (observation.subject.kind === "change" && observation.effect === "run_checks")
    return handleChecksGivenUp(draft, observation.subject.change, summary);
  if (session === null) return;
  if (observation.effect === "publish_head") patchSession(draft, { publishing: null });
  if (observation.effect === "start_turn") abandonTurn(draft, observation);
  if (observation.effect === "answer_question") askAgain(draft);
  if (session.phase.kind === "ended") return;
  escalate(draft, onSession, ensureIncident(draft, onSession, "effect", summary));
}

/** Setup says itself which command failed and how; what it printed follows on lines of its own. */
function describe({ effect, why }: EffectFailed): string {
  return effect === "run_setup" ? why : `${effect.replaceAll("_", " ")} failed for good: ${why}`;
}

/** Nobody will ever say whether this head is green: not green, then, and a person's matter. */
function handleChecksGivenUp(draft: WorkDraft, id: ChangeId, summary: string): void {
  clearChecks(draft, getChange(draft, id));
  const home = changeHome(getChange(draft, id));
  escalate(draft, home, ensureIncident(draft, home, "effect", summary));
}

/**
 * A turn that is known not to have begun delivered nothing. Of any other nobody can tell whether its message was read: it
 * is not sent again, a person decides.
 */
function abandonTurn(draft: WorkDraft, { why, isUndone = false }: EffectFailed): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "working") return;
  const message = findTurnMessage(draft);
  if (message !== undefined && !phase.turn.acknowledged) {
    if (isUndone) giveBack(draft, message);
    settleMessage(
      draft,
      message,
      isUndone ? { kind: "failed", why } : { kind: "unknown", why: `the turn may have begun: ${why}` },
    );
  }
  enter(draft, { kind: "resting", workspacePath: phase.workspacePath });
  holdForTrouble(draft);
}

/** The answer did not get through: the question waits for a person as before. */
export function askAgain(draft: WorkDraft): void {
  const { phase } = getSession(draft);
  if (phase.kind === "asking") enter(draft, { ...phase, question: clearAnswers(phase.question) });
}
