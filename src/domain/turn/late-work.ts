/** What late news of a session is still good for; it changes nothing else. */
import { notePublished } from "../change/settle-change.ts";
import { giveReason } from "../core/draft.ts";
import type { TurnId } from "../model/ids.ts";
import { isKnown } from "../model/known.ts";
import type { Observation } from "../core/observation.ts";
import { checkBudget, countCost, goneWithoutEnd } from "../session/spending.ts";
import { enter, getSession, type WorkDraft } from "../core/work-draft.ts";

export function handleLateWork(draft: WorkDraft, observation: Observation): void {
  if (draft.facts.session === null) return;
  // A turn that ended after its session was stopped was paid for, too.
  if (observation.kind === "turn_ended") {
    countCost(draft, observation);
    checkBudget(draft);
    freeSlot(draft, observation.turn);
  }
  if (observation.kind === "turn_probed" && isKnown(observation.alive, false) && isStopping(draft, observation.turn)) {
    countCost(draft, goneWithoutEnd);
    freeSlot(draft, observation.turn);
  }
  if (observation.kind === "change_observed") notePublished(draft, observation.published);
}

function isStopping(draft: WorkDraft, turn: TurnId): boolean {
  const { phase } = getSession(draft);
  return phase.kind === "ending" && phase.turn === turn;
}

/** The process that was being stopped is gone: another turn may begin. */
function freeSlot(draft: WorkDraft, turn: TurnId): void {
  const { phase } = getSession(draft);
  if (phase.kind !== "ending" || phase.turn !== turn) return;
  const { turn: _gone, ...rest } = phase;
  enter(draft, rest);
  giveReason(draft, "the process that was being stopped is gone");
}
