/** What happens when checks speak: green ends the trouble, red is doubted once, then told; nobody is blamed for the base. */
import { isVouchedFor, judgeChecks, type Change } from "../change/change.ts";
import { requestBaseHealth } from "./base-health.ts";
import { isLeftAlone } from "./call-off.ts";
import { requestChecks } from "./request-checks.ts";
import { afterNoVerdict, afterRed } from "./rounds.ts";
import { describeBroken, fingerprintFailures, type CheckResult, type Outcome } from "./check.ts";
import { giveReason } from "../core/draft.ts";
import { findOpen, assignNextStep, type Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import { escalate } from "../incident/escalation.ts";
import { listOwnFailures } from "../core/project.ts";
import { listRequiredChecks } from "../model/rules.ts";
import { collectFailureVariables } from "../words/variables.ts";
import { isLandingFailure, handleExcused, handleGreenAlone } from "../landing/red-candidate.ts";
import { listTaskFailures } from "./task-failures.ts";
import { tell } from "../incident/notify-agent.ts";
import { closeAt, getChange, ensureIncident, changeHome, putIncident, type WorkDraft } from "../core/work-draft.ts";
import type { ChangeId } from "../model/ids.ts";

/** Reads the checks of the change's current head and reacts. Called whenever they may have changed. */
export function settleChecks(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  // To doubt a failure is to run it again.
  if (!isVouchedFor(change)) return;
  const outcome = judgeChecks(change, listRequiredChecks(draft.rules));
  if (outcome.kind === "green") onGreen(draft, change);
  if (outcome.kind === "infrastructure") onInfrastructure(draft, change, outcome.failed);
  if (outcome.kind === "red") onRed(draft, change, outcome);
}

function onGreen(draft: WorkDraft, change: Change): void {
  const incident = findOpen(change.incidents, "ci");
  if (incident === undefined) return;
  if (isLandingFailure(incident)) return handleGreenAlone(draft, change, incident);
  const flaky = incident.rerun?.tree === change.head.tree && incident.toldFor?.head !== change.head.commit;
  if (flaky) giveReason(draft, "the checks passed on the re-run: flaky, the agent is not blamed");
  closeAt(draft, changeHome(change), "ci", flaky ? "flaky" : "green");
}

function onInfrastructure(draft: WorkDraft, change: Change, failed: readonly CheckResult[]): void {
  const why = describeBroken(failed);
  const retries = change.round.kind === "reported" ? change.round.infrastructureRetries : 0;
  const n = change.round.kind === "reported" ? change.round.n + 1 : 1;
  const next = afterNoVerdict({ retries, firstWaitMs: limits.infrastructureBackoffMs });
  if (next.kind === "again") {
    giveReason(draft, `${why}: the infrastructure failed; tried again later, not counted`);
    requestChecks(draft, change, { n, infrastructureRetries: retries + 1, brokenBy: why, delayMs: next.delayMs });
    return;
  }
  const incident = ensureIncident(draft, changeHome(change), "ci", `Checks cannot run: ${why}`);
  escalate(draft, changeHome(change), incident);
}

/** An agent that fixes one failure and makes another should hear of it soon: each head is doubted once. */
const DOUBTS_PER_TREE = 1;

type Red = Extract<Outcome, { kind: "red" }>;

function onRed(draft: WorkDraft, change: Change, { failed, broken }: Red): void {
  if (awaitsBase(draft, change)) {
    giveReason(draft, "its checks failed; the base is being checked first, since it may be the cause");
    return;
  }
  const own = listOwnFailures(failed, draft.facts.project, change);
  const task = listTaskFailures(draft.facts.session, failed);
  if (own.length === 0 && task.length === 0) {
    // What has not spoken may fail for reasons of its own: only then is it over.
    if (broken.length > 0) return onInfrastructure(draft, change, broken);
    return handleExcused(draft, change);
  }
  const blamed = failed.filter((result) => own.includes(result) || task.includes(result));
  const fingerprint = fingerprintFailures(blamed);
  const names = blamed.map((result) => result.name).join(", ");
  const incident = ensureIncident(draft, changeHome(change), "ci", `Checks failed: ${names}`);
  const doubtsLeft = incident.rerun?.tree === change.head.tree ? 0 : DOUBTS_PER_TREE;
  if (afterRed({ seenRed: incident.fingerprintsSeen, doubtsLeft }, fingerprint).kind === "again") {
    rerunOnce(
      draft,
      change,
      { ...incident, fingerprintsSeen: [...incident.fingerprintsSeen, fingerprint].slice(-limits.fingerprintsKept) },
      fingerprint,
    );
    return;
  }
  tellOfFailure(draft, change, incident, blamed);
}

/** Nobody is blamed for what a change fails that is left alone: then the base is waited for, but not checked for it. */
function awaitsBase(draft: WorkDraft, change: Change): boolean {
  if (isLeftAlone(draft, change.id)) return draft.facts.project.base.health.kind === "checking";
  return requestBaseHealth(draft);
}

/** Runs the checks once more before anybody is told. */
function rerunOnce(draft: WorkDraft, change: Change, incident: Incident, fingerprint: string): void {
  const round = change.round.kind === "reported" ? change.round : null;
  putIncident(draft, changeHome(change), {
    ...assignNextStep(incident, "ci", draft.now),
    rerun: { tree: change.head.tree, fingerprint },
  });
  giveReason(draft, "a new failure: re-run once before the agent is told");
  requestChecks(draft, change, {
    n: (round?.n ?? 0) + 1,
    infrastructureRetries: round?.infrastructureRetries ?? 0,
    delayMs: 0,
  });
}

function tellOfFailure(draft: WorkDraft, change: Change, incident: Incident, failed: readonly CheckResult[]): void {
  tell(draft, {
    home: changeHome(change),
    incident,
    reaction: "ci-failed",
    failure: { head: change.head.commit, fingerprint: fingerprintFailures(failed) },
    variables: collectFailureVariables(draft, change, failed),
  });
}
