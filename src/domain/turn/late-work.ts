/** What late news of a session is still good for; it changes nothing else. */
import { notePublished } from "../change/settle-change.ts";
import { because } from "../core/draft.ts";
import type { TurnId } from "../model/ids.ts";
import { isKnown } from "../model/known.ts";
import type { Observation } from "../core/observation.ts";
import { checkBudget, countCost, goneWithoutEnd } from "../session/spending.ts";
import { enter, sessionOf, type WorkDraft } from "../core/work-draft.ts";

export function onLateWork(draft: WorkDraft, observation: Observation): void {
  if (draft.facts.session === null) return;
  // A turn that ended after its session was stopped was paid for, too.
  if (observation.kind === "turn_ended") {
    countCost(draft, observation);
    checkBudget(draft);
    freePlace(draft, observation.turn);
  }
  if (observation.kind === "turn_probed" && isKnown(observation.alive, false) && isStopping(draft, observation.turn)) {
    countCost(draft, goneWithoutEnd);
    freePlace(draft, observation.turn);
  }
  if (observation.kind === "change_observed") notePublished(draft, observation.published);
}

function isStopping(draft: WorkDraft, turn: TurnId): boolean {
  const { phase } = sessionOf(draft);
  return phase.kind === "ending" && phase.turn === turn;
}

/** The process that was being stopped is gone: another turn may begin. */
function freePlace(draft: WorkDraft, turn: TurnId): void {
  const { phase } = sessionOf(draft);
  if (phase.kind !== "ending" || phase.turn !== turn) return;
  const { turn: _gone, ...rest } = phase;
  enter(draft, rest);
  because(draft, "the process that was being stopped is gone");
}
