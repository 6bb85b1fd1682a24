/** What was found of a head holds only for the settings and surroundings it was found with: then its checks run again. */
import { judgeChecks, isOpenChange, isVouchedFor, chooseRunNumber } from "../change/change.ts";
import { settleChange } from "../change/settle-change.ts";
import { abandonChecks, clearChecks, isLeftAlone, leaveUnchecked } from "./call-off.ts";
import { requestChecks } from "./request-checks.ts";
import { giveReason } from "../core/draft.ts";
import type { ChangeId } from "../model/ids.ts";
import type { Observation } from "../core/observation.ts";
import { listRequiredChecks } from "../model/rules.ts";
import { getChange, type WorkDraft } from "../core/work-draft.ts";

/** Its checks depend on other settings now, or what failed on the base passes there: nobody is judged by what was found before. */
export function handleChecksOutdated(
  draft: WorkDraft,
  { change: id, by }: Extract<Observation, { kind: "checks_outdated" }>,
): void {
  if (!isOpenChange(getChange(draft, id))) return;
  if (isLeftAlone(draft, id)) {
    if (by === "settings") leaveUnchecked(draft, getChange(draft, id), "settings_changed");
    return;
  }
  if (by === "settings" || isUnsettledRed(draft, id)) recheckChange(draft, id);
  settleChange(draft, id);
}

/** Runs them again on the same head; what passed there before counts no more. `isForced`: also what is known to be green. */
export function recheckChange(draft: WorkDraft, id: ChangeId, { isForced = false } = {}): void {
  const n = chooseRunNumber(getChange(draft, id));
  abandonChecks(draft, getChange(draft, id));
  clearChecks(draft, getChange(draft, id));
  const change = getChange(draft, id);
  if (draft.rules.checks.length === 0 || !isOpenChange(change) || !isVouchedFor(change)) return;
  giveReason(draft, `its checks run again on ${change.head.commit}`);
  requestChecks(draft, change, { n, infrastructureRetries: 0, delayMs: 0, isForced });
}

/** Its own run said so, and nobody has doubted that since. */
function isUnsettledRed(draft: WorkDraft, id: ChangeId): boolean {
  const change = getChange(draft, id);
  if (change.round.kind !== "reported") return false;
  const { kind } = judgeChecks(change, listRequiredChecks(draft.rules));
  return kind === "red" || kind === "infrastructure";
}
