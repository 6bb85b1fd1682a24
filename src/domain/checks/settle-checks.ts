/** What happens when checks speak: green ends the trouble, red is doubted once, then told; nobody is blamed for the base. */
import { checksOutcome, isVouchedFor, nextRunNumber, passedOn, type Change, type CheckRun } from "../change/change.ts";
import { requestBaseHealth } from "./base-health.ts";
import { cancelChecks, clearChecks, isLeftAlone } from "./call-off.ts";
import { afterNoVerdict, afterRed } from "./rounds.ts";
import { describeBroken, fingerprintOf, type CheckResult, type Outcome } from "./check.ts";
import { because, perform } from "../core/draft.ts";
import { findOpen, nowOwedBy, type Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import { escalate } from "../incident/escalation.ts";
import { ownFailures } from "../core/project.ts";
import { requiredChecks } from "../model/rules.ts";
import { failureVariables } from "../words/variables.ts";
import { isLandingFailure, onExcused, onGreenAlone } from "../landing/red-candidate.ts";
import { taskFailures } from "./task-failures.ts";
import { tell } from "../incident/notify-agent.ts";
import {
  closeAt,
  changeOf,
  incidentFor,
  onChange,
  patchChange,
  putIncident,
  type WorkDraft,
} from "../core/work-draft.ts";
import type { ChangeId } from "../model/ids.ts";

/** Asks for our own checks at the change's current tree, and calls off those of an older one. A stranger's code is not run. */
export function askForChecks(draft: WorkDraft, id: ChangeId): void {
  const change = changeOf(draft, id);
  cancelChecks(draft, change);
  if (draft.rules.checks.length === 0 || !isVouchedFor(change)) return clearChecks(draft, change);
  runChecks(draft, change, { n: nextRunNumber(change), infrastructureRetries: 0, delayMs: 0 });
}

/** They were called off, and somebody wants to know now. */
export function askAgainIfCalledOff(draft: WorkDraft, id: ChangeId): void {
  const { round } = changeOf(draft, id);
  if (round.kind === "none" && round.calledOff !== undefined) askForChecks(draft, id);
}

type Run = Pick<CheckRun, "n" | "infrastructureRetries" | "brokenBy"> &
  Readonly<{ delayMs: number; isForced?: boolean }>;

export function runChecks(draft: WorkDraft, change: Change, { delayMs, isForced = false, ...round }: Run): void {
  const { n } = round;
  const of = { kind: "change", change: change.id, tree: change.head.tree } as const;
  const notBeforeMs = delayMs === 0 ? null : draft.now.countedMs + delayMs;
  // The observation is part of the deed's name: a head that comes back later (a reset) is asked for again.
  const identity = `${change.id}:${change.head.commit}:${n}:${draft.observation.id}`;
  const run = { key: `run_checks:${identity}`, tree: of.tree, ...round, askedAtMs: draft.now.countedMs };
  patchChange(draft, change.id, { round: { kind: "asked", ...run, passed: passedOn(change, of.tree) } });
  const deed = { kind: "run_checks", of, project: change.project, n, names: draft.rules.checks, notBeforeMs } as const;
  perform(draft, isForced ? { ...deed, isForced } : deed, identity);
}

/** Reads the checks of the change's current head and reacts. Called whenever they may have changed. */
export function settleChecks(draft: WorkDraft, id: ChangeId): void {
  const change = changeOf(draft, id);
  // To doubt a failure is to run it again.
  if (!isVouchedFor(change)) return;
  const outcome = checksOutcome(change, requiredChecks(draft.rules));
  if (outcome.kind === "green") onGreen(draft, change);
  if (outcome.kind === "infrastructure") onInfrastructure(draft, change, outcome.failed);
  if (outcome.kind === "red") onRed(draft, change, outcome);
}

function onGreen(draft: WorkDraft, change: Change): void {
  const incident = findOpen(change.incidents, "ci");
  if (incident === undefined) return;
  if (isLandingFailure(incident)) return onGreenAlone(draft, change, incident);
  const flaky = incident.rerun?.tree === change.head.tree && incident.toldFor?.head !== change.head.commit;
  if (flaky) because(draft, "the checks passed on the re-run: flaky, the agent is not blamed");
  closeAt(draft, onChange(change), "ci", flaky ? "flaky" : "green");
}

function onInfrastructure(draft: WorkDraft, change: Change, failed: readonly CheckResult[]): void {
  const why = describeBroken(failed);
  const retries = change.round.kind === "reported" ? change.round.infrastructureRetries : 0;
  const n = change.round.kind === "reported" ? change.round.n + 1 : 1;
  const next = afterNoVerdict({ retries, firstWaitMs: limits.infrastructureBackoffMs });
  if (next.kind === "again") {
    because(draft, `${why}: the infrastructure failed; tried again later, not counted`);
    runChecks(draft, change, { n, infrastructureRetries: retries + 1, brokenBy: why, delayMs: next.delayMs });
    return;
  }
  const incident = incidentFor(draft, onChange(change), "ci", `Checks cannot run: ${why}`);
  escalate(draft, onChange(change), incident);
}

/** An agent that fixes one failure and makes another should hear of it soon: each head is doubted once. */
const DOUBTS_PER_TREE = 1;

type Red = Extract<Outcome, { kind: "red" }>;

function onRed(draft: WorkDraft, change: Change, { failed, broken }: Red): void {
  if (awaitsBase(draft, change)) {
    because(draft, "its checks failed; the base is being checked first, since it may be the cause");
    return;
  }
  const own = ownFailures(failed, draft.facts.project, change);
  const task = taskFailures(draft.facts.session, failed);
  if (own.length === 0 && task.length === 0) {
    // What has not spoken may fail for reasons of its own: only then is it over.
    if (broken.length > 0) return onInfrastructure(draft, change, broken);
    return onExcused(draft, change);
  }
  const blamed = failed.filter((result) => own.includes(result) || task.includes(result));
  const fingerprint = fingerprintOf(blamed);
  const names = blamed.map((result) => result.name).join(", ");
  const incident = incidentFor(draft, onChange(change), "ci", `Checks failed: ${names}`);
  const doubtsLeft = incident.rerun?.tree === change.head.tree ? 0 : DOUBTS_PER_TREE;
  if (afterRed({ seenRed: incident.fingerprintsSeen, doubtsLeft }, fingerprint).kind === "again") {
    doubt(
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
function doubt(draft: WorkDraft, change: Change, incident: Incident, fingerprint: string): void {
  const round = change.round.kind === "reported" ? change.round : null;
  putIncident(draft, onChange(change), {
    ...nowOwedBy(incident, "ci", draft.now),
    rerun: { tree: change.head.tree, fingerprint },
  });
  because(draft, "a new failure: re-run once before the agent is told");
  runChecks(draft, change, {
    n: (round?.n ?? 0) + 1,
    infrastructureRetries: round?.infrastructureRetries ?? 0,
    delayMs: 0,
  });
}

function tellOfFailure(draft: WorkDraft, change: Change, incident: Incident, failed: readonly CheckResult[]): void {
  tell(draft, {
    home: onChange(change),
    incident,
    reaction: "ci-failed",
    failure: { head: change.head.commit, fingerprint: fingerprintOf(failed) },
    variables: failureVariables(draft, change, failed),
  });
}
