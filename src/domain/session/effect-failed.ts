/** What becomes of a session or a change when something about it could not be done. */
import { clearChecks } from "../checks/call-off.ts";
import { because } from "../core/draft.ts";
import { escalate } from "../incident/escalation.ts";
import type { ChangeId } from "../model/ids.ts";
import type { Observation } from "../core/observation.ts";
import { unanswered } from "./session.ts";
import { giveBack } from "../turn/take-back.ts";
import { messageOfTurn } from "../turn/turn.ts";
import {
  changeOf,
  enter,
  holdForTrouble,
  incidentFor,
  onChange,
  onSession,
  patchSession,
  sessionOf,
  settle,
  type WorkDraft,
} from "../core/work-draft.ts";

type EffectFailed = Extract<Observation, { kind: "effect_failed" }>;

/** An effect was given up: its subject stays as it is, and a person hears of it once. */
export function onEffectFailed(draft: WorkDraft, observation: EffectFailed): void {
  const session = draft.facts.session;
  because(draft, describe(observation));
  const summary = describe(observation).split("\n")[0] ?? "";
  if (observation.subject.kind === "change" && observation.effect === "run_checks")
    return onChecksGivenUp(draft, observation.subject.change, summary);
  if (session === null) return;
  if (observation.effect === "publish_head") patchSession(draft, { publishing: null });
  if (observation.effect === "start_turn") abandonTurn(draft, observation);
  if (observation.effect === "answer_question") askAgain(draft);
  if (session.phase.kind === "ended") return;
  escalate(draft, onSession, incidentFor(draft, onSession, "effect", summary));
}

/** Setup says itself which command failed and how; what it printed follows on lines of its own. */
function describe({ effect, why }: EffectFailed): string {
  return effect === "run_setup" ? why : `${effect.replaceAll("_", " ")} failed for good: ${why}`;
}

/** Nobody will ever say whether this head is green: not green, then, and a person's matter. */
function onChecksGivenUp(draft: WorkDraft, id: ChangeId, summary: string): void {
  clearChecks(draft, changeOf(draft, id));
  const home = onChange(changeOf(draft, id));
  escalate(draft, home, incidentFor(draft, home, "effect", summary));
}

/**
 * A turn that is known not to have begun delivered nothing. Of any other nobody can tell whether its message was read: it
 * is not sent again, a person decides.
 */
function abandonTurn(draft: WorkDraft, { why, isUndone = false }: EffectFailed): void {
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
export function askAgain(draft: WorkDraft): void {
  const { phase } = sessionOf(draft);
  if (phase.kind === "asking") enter(draft, { ...phase, question: unanswered(phase.question) });
}
