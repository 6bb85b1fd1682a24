/** What was found of a head holds only for the settings and surroundings it was found with: then its checks run again. */
import { checksOutcome, isOpenChange, isVouchedFor, nextRunNumber } from "../change/change.ts";
import { settle } from "../change/settle-change.ts";
import { cancelChecks, clearChecks, isLeftAlone, leaveUnchecked } from "./call-off.ts";
import { runChecks } from "./settle-checks.ts";
import { because } from "../core/draft.ts";
import type { ChangeId } from "../model/ids.ts";
import type { Observation } from "../core/observation.ts";
import { requiredChecks } from "../model/rules.ts";
import { changeOf, type WorkDraft } from "../core/work-draft.ts";

/** Its checks depend on other settings now, or what failed on the base passes there: nobody is judged by what was found before. */
export function onChecksOutdated(
  draft: WorkDraft,
  { change: id, by }: Extract<Observation, { kind: "checks_outdated" }>,
): void {
  if (!isOpenChange(changeOf(draft, id))) return;
  if (isLeftAlone(draft, id)) {
    if (by === "settings") leaveUnchecked(draft, changeOf(draft, id), "settings_changed");
    return;
  }
  if (by === "settings" || isUnsettledRed(draft, id)) recheckChange(draft, id);
  settle(draft, id);
}

/** Runs them again on the same head; what passed there before counts no more. `isForced`: also what is known to be green. */
export function recheckChange(draft: WorkDraft, id: ChangeId, { isForced = false } = {}): void {
  const n = nextRunNumber(changeOf(draft, id));
  cancelChecks(draft, changeOf(draft, id));
  clearChecks(draft, changeOf(draft, id));
  const change = changeOf(draft, id);
  if (draft.rules.checks.length === 0 || !isOpenChange(change) || !isVouchedFor(change)) return;
  because(draft, `its checks run again on ${change.head.commit}`);
  runChecks(draft, change, { n, infrastructureRetries: 0, delayMs: 0, isForced });
}

/** Its own run said so, and nobody has doubted that since. */
function isUnsettledRed(draft: WorkDraft, id: ChangeId): boolean {
  const change = changeOf(draft, id);
  if (change.round.kind !== "reported") return false;
  const { kind } = checksOutcome(change, requiredChecks(draft.rules));
  return kind === "red" || kind === "infrastructure";
}
