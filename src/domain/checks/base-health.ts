/** The base branch: checked when somebody needs to know how it is; red is told once, and only what improves it lands. */
import { afterNoVerdict, afterRed, sharedRounds, type Rounds } from "./rounds.ts";
import {
  describeBroken,
  fingerprintFailures,
  hasPassed,
  isBroken,
  judgeResults,
  type CheckResult,
  type FailureIdentity,
  type Outcome,
  type Required,
} from "./check.ts";
import { giveReason, followUp, requestEffect, type Draft } from "../core/draft.ts";
import type { MadeCommit } from "../landing/candidate.ts";
import type { HttpHead } from "../change/change.ts";
import type { CandidateFacts, ProjectFacts, WorkFacts } from "../core/facts.ts";
import type { ChangeId } from "../model/ids.ts";
import { limits } from "../model/limits.ts";
import type { Observation } from "../core/observation.ts";
import { countTries, type Base, type BaseHealth } from "../core/project.ts";
import { listRequiredChecks, type Rules } from "../model/rules.ts";

type ProjectDraft = Draft<ProjectFacts>;
/** A landing moves the base, too. */
type BaseFacts = ProjectFacts | CandidateFacts | WorkFacts;

export function handleBaseObserved(
  draft: ProjectDraft,
  { head, hasChecks = false }: Extract<Observation, { kind: "base_observed" }>,
): void {
  const { base } = draft.facts.project;
  const { checks, checksKey } = draft.rules;
  const isChecked = checks.length > 0 || hasChecks;
  const hasMoved = base.head !== head.commit;
  const isOutdated = hasNewChecks(base, isChecked) || hasOtherSettings(base, checksKey);
  if (!hasMoved && !isOutdated && base.checksKey === checksKey) return;
  patchBase(draft, { head: head.commit, tree: head.tree, checksKey });
  if (hasMoved) giveReason(draft, `${base.branch} is now at ${head.commit}`);
  if (isOutdated) askOpenChanges(draft, "settings");
  if (isOutdated || (hasMoved && !isKnownTree(base, head))) reconsiderBase(draft, base, isChecked);
}

const isKnownTree = ({ tree, health }: Base, head: HttpHead): boolean =>
  tree === head.tree && health.kind !== "unknown";

function reconsiderBase(draft: ProjectDraft, before: Base, isChecked: boolean): void {
  if (!isChecked) return recordHealth(draft, { kind: "unchecked", hasChecks: false });
  const isSameTree = before.tree === draft.facts.project.base.tree;
  const after = isSameTree ? readLastRound(before.health) : 0;
  // Each open change looks again, and those that need to know ask. A candidate that waited has another base.
  recordHealth(draft, { kind: "unknown", after });
  if (isWatched(draft.rules, before)) checkFromStart(draft, after);
}

/** Somebody waits for it, or was told that it fails; or we only read what its forge has found. */
function isWatched({ checks, watchesBase }: Rules, { health, toldRed }: Base): boolean {
  return watchesBase || checks.length === 0 || health.kind === "red" || toldRed.length > 0;
}

/** Checks the base unless it is known how it is. True: the answer is awaited. */
export function requestBaseHealth<F extends BaseFacts>(draft: Draft<F>): boolean {
  const { branch, health, tree } = draft.facts.project.base;
  if (health.kind === "checking") return true;
  if (health.kind !== "unknown" || health.gaveUp === true || tree === null || draft.rules.checks.length === 0)
    return false;
  giveReason(draft, `${branch} is checked, too: it may fail in the same way`);
  checkFromStart(draft, readLastRound(health));
  return true;
}

const hasOtherSettings = ({ checksKey }: Base, now: string): boolean => checksKey !== undefined && checksKey !== now;

/** Settings that checks depend on are others now, or the failing tree of the base passes: what was found on changes may not hold. */
function askOpenChanges(draft: ProjectDraft, by: "settings" | "base"): void {
  if (by === "settings") giveReason(draft, "the settings of the checks have changed: they run again");
  for (const change of draft.facts.openChanges) followUp(draft, { kind: "checks_outdated", change, by });
}

/** A person asks, or has seen it pass meanwhile. */
export function recheckBase(draft: ProjectDraft): void {
  const { branch, tree, health } = draft.facts.project.base;
  if (tree === null || draft.rules.checks.length === 0) return;
  giveReason(draft, `the checks of ${branch} run again`);
  checkFromStart(draft, readLastRound(health), { isForced: true });
}

function readLastRound(health: BaseHealth): number {
  if ("round" in health) return health.round;
  return health.kind === "unknown" ? (health.after ?? 0) : 0;
}

/** A run of the same tree may still be on its way: another number tells its answer from this one's. */
function checkFromStart<F extends BaseFacts>(
  draft: Draft<F>,
  after: number,
  how: { readonly isForced?: true } = {},
): void {
  const triesFrom = after === 0 ? {} : { triesFrom: after + 1 };
  check(draft, { kind: "checking", round: after + 1, redBefore: null, ...triesFrom }, 0, how);
}

/** Nothing checked this base, and now something does: it is looked at again where it is. */
export const hasNewChecks = ({ health }: Pick<Base, "health">, isChecked: boolean): boolean =>
  health.kind === "unchecked" && !health.hasChecks && isChecked;

export function handleBaseChecked(
  draft: ProjectDraft,
  { n, results, of }: Extract<Observation, { kind: "checks_finished" }>,
): void {
  const { base } = draft.facts.project;
  const isAwaited = base.health.kind === "checking" || base.health.kind === "red";
  if (!isAwaited || base.health.round !== n || base.tree !== of.tree) return;
  const outcome = judgeResults(results, listRequiredOfBase(draft.rules, results));
  if (outcome.kind === "green") return onGreen(draft, results);
  if (base.health.kind === "red") return onRechecked(draft, base.health, outcome);
  const next = afterNoVerdict(readRounds(base.health));
  // A check that did not run may fail in its own way: until it has spoken, that failure would be blamed on a change.
  if (outcome.kind === "red" && (next.kind === "enough" || outcome.broken.length === 0))
    return onRed(draft, base.health, outcome.failed);
  const brokenBy = describeBroken(outcome.kind === "red" ? outcome.broken : results.filter(isBroken));
  if (next.kind === "enough") return onNeverKnown(draft, brokenBy);
  giveReason(draft, `${brokenBy}: tried again later`);
  check(draft, { ...base.health, round: n + 1, brokenBy }, next.delayMs);
}

type Checking = Extract<BaseHealth, { kind: "checking" }>;

const readRounds = (health: Checking): Rounds => sharedRounds(countTries(health) - 1, health.redBefore);

type AfterLanding = {
  readonly stillFails: readonly CheckResult[];
  /** No check passed on the candidate. */
  readonly isUnchecked: boolean;
  /** Checks were left out as not needed: of those it is as green as the base before it. */
  readonly isPartial: boolean;
  readonly others: readonly ChangeId[];
};

/** The base is a candidate: as green as that was, or failing in fewer ways than before. Those who waited look again. */
export function handleBaseLanded<F extends BaseFacts>(
  draft: Draft<F>,
  { commit, tree }: MadeCommit,
  { stillFails, isUnchecked, isPartial, others }: AfterLanding,
): void {
  const { kind: before } = draft.facts.project.base.health;
  patchBase(draft, { head: commit, tree });
  if (stillFails.length === 0) {
    const isUnknown = isPartial && before !== "green" && before !== "red";
    const unchecked = { kind: "unchecked", hasChecks: draft.rules.checks.length > 0 } as const;
    const whole = isUnchecked && !isPartial ? unchecked : ({ kind: "green" } as const);
    setHealth(draft, isUnknown ? { kind: "unknown" } : whole);
    if (!isUnknown) patchBase(draft, { toldRed: [] });
  } else {
    const red = { failed: stillFails, round: 0, rechecks: 0 };
    setHealth(draft, { kind: "red", ...red });
    lookAgain(draft, red);
  }
  if (before === "red" || before === "checking")
    for (const change of others) followUp(draft, { kind: "base_settled", change });
}

/** A forge runs some checks on changes alone: what we do not run ourselves and did not speak of the base is not awaited. */
function listRequiredOfBase(rules: Rules, results: readonly CheckResult[]): Required {
  const { names, others } = listRequiredChecks(rules);
  const isThere = (name: string): boolean =>
    rules.checks.includes(name) || results.some((result) => result.name === name);
  return { names: names.filter(isThere), others };
}

/** An effect about the project itself was given up: a person hears of it. */
export function handleProjectEffectFailed(
  draft: ProjectDraft,
  { effect, why }: Extract<Observation, { kind: "effect_failed" }>,
): void {
  const { id, base } = draft.facts.project;
  if (effect === "run_checks" && base.health.kind === "red") return lookAgain(draft, base.health);
  if (effect === "run_checks")
    recordHealth(draft, { kind: "unknown", after: readLastRound(base.health), gaveUp: true });
  const text = `${effect.replaceAll("_", " ")} failed for good: ${why}`;
  giveReason(draft, text);
  requestEffect(
    draft,
    { kind: "notify", project: id, subject: { kind: "set_aside", what: effect }, priority: "warning", text },
    `given_up:${draft.observation.id}`,
  );
}

/** Its checks never come to an end: nobody knows whether it is green, and a person hears of that. */
function onNeverKnown(draft: ProjectDraft, brokenBy: string): void {
  const { base, id } = draft.facts.project;
  recordHealth(draft, { kind: "unknown", after: readLastRound(base.health), gaveUp: true, brokenBy });
  const text = `The checks of ${base.branch} do not finish, so nobody knows whether it is green: ${brokenBy}.`;
  giveReason(draft, text);
  const deed = {
    kind: "notify",
    project: id,
    subject: { kind: "base_unknown", project: id },
    priority: "urgent",
    text,
  } as const;
  requestEffect(draft, deed, `base_unknown:${id}:${base.head ?? ""}`);
}

function onGreen(draft: ProjectDraft, results: readonly CheckResult[]): void {
  const { branch, health } = draft.facts.project.base;
  const isGreen = hasPassed(results);
  giveReason(draft, isGreen ? `${branch} is green` : `no check ran on ${branch}`);
  recordHealth(draft, isGreen ? { kind: "green" } : { kind: "unchecked", hasChecks: true });
  patchBase(draft, { toldRed: [] });
  // The tree is the same: what failed it lies outside, and may have failed changes, too.
  if (health.kind === "red") askOpenChanges(draft, "base");
}

/** What is known of the base now decides who is to blame for a red change: each of them is looked at once more. */
function recordHealth(draft: ProjectDraft, health: BaseHealth): void {
  setHealth(draft, health);
  for (const change of draft.facts.openChanges) followUp(draft, { kind: "base_settled", change });
}

/** Heads that fail are remembered for the changes that began there. */
function setHealth<F extends BaseFacts>(draft: Draft<F>, health: BaseHealth): void {
  const { head, redHeads = [] } = draft.facts.project.base;
  const others = redHeads.filter(({ commit }) => commit !== head);
  const identities = health.kind === "red" ? health.failed.map(identify) : [];
  const isRed = head !== null && identities.length > 0;
  const known = isRed ? [...others, { commit: head, failed: identities }].slice(-limits.redHeadsKept) : others;
  patchBase(draft, { health, redHeads: known });
}

function identify({ name, fingerprint, tests }: CheckResult): FailureIdentity {
  return { name, fingerprint, ...(tests === undefined ? {} : { tests }) };
}

function onRed(draft: ProjectDraft, health: Checking, failed: readonly CheckResult[]): void {
  const fingerprint = fingerprintFailures(failed);
  const next = afterRed(readRounds(health), fingerprint);
  if (next.kind === "again") {
    return check(draft, { ...health, round: health.round + 1, redBefore: fingerprint }, next.delayMs);
  }
  const { base } = draft.facts.project;
  recordHealth(draft, { kind: "red", failed, round: health.round, rechecks: 0 });
  lookAgain(draft, { failed, round: health.round, rechecks: 0 });
  const names = failed.map((result) => result.name).join(", ");
  giveReason(draft, `${base.branch} is red: ${names}`);
  tellOfRed(draft, failed);
}

/**
 * Told once for as long as it stays red. Nobody may have looked while it was green in between, so a base that fails in
 * none of the ways people were told of is a new trouble.
 */
function tellOfRed(draft: ProjectDraft, failed: readonly CheckResult[]): void {
  const { base, id } = draft.facts.project;
  const failures = failed.flatMap(listFailures);
  if (failures.some((failure) => base.toldRed.includes(failure))) return;
  patchBase(draft, { toldRed: failures });
  const names = failed.map((result) => result.name).join(", ");
  const text =
    base.toldRed.length === 0
      ? `${base.branch} itself fails ${names}. Only what fixes a failure there lands until it is green.`
      : `${base.branch} now fails ${names} in another way than before. Still only what fixes a failure there lands.`;
  requestEffect(
    draft,
    { kind: "notify", project: id, subject: { kind: "base_red", project: id }, priority: "urgent", text },
    `base_red:${id}:${base.head ?? ""}`,
  );
}

/** A base that fails in fewer tests than before is no news. */
function listFailures(result: CheckResult): readonly string[] {
  return [fingerprintFailures([result]), ...(result.tests?.failed ?? []).map((test) => `${result.name}:${test}`)];
}

type RedBase = Omit<Extract<BaseHealth, { kind: "red" }>, "kind">;

/** Also two flakes in a row look like a failure: nobody has to move the base for it to be seen green again. */
function lookAgain<F extends BaseFacts>(draft: Draft<F>, { failed, round, rechecks }: RedBase): void {
  const delayMs = Math.min(limits.baseRecheckMs * 2 ** rechecks, limits.baseRecheckCapMs);
  check(draft, { kind: "red", failed, round: round + 1, rechecks: rechecks + 1 }, delayMs);
}

function onRechecked(draft: ProjectDraft, health: RedBase, outcome: Outcome): void {
  if (outcome.kind !== "red" || outcome.broken.length > 0) return lookAgain(draft, health);
  const { failed } = outcome;
  if (fingerprintFailures(failed) !== fingerprintFailures(health.failed))
    recordHealth(draft, { ...health, kind: "red", failed });
  lookAgain(draft, { ...health, failed });
}

function check<F extends BaseFacts>(
  draft: Draft<F>,
  health: Extract<BaseHealth, { round: number }>,
  delayMs: number,
  how: { readonly isForced?: true } = {},
): void {
  const { id, base } = draft.facts.project;
  if (base.tree === null) return;
  patchBase(draft, { health });
  const of = { kind: "base", project: id, tree: base.tree } as const;
  const notBeforeMs = delayMs === 0 ? null : draft.now.countedMs + delayMs;
  requestEffect(
    draft,
    { kind: "run_checks", of, project: id, n: health.round, names: draft.rules.checks, notBeforeMs, ...how },
    `${id}:${base.head ?? ""}:${health.round}:${draft.observation.id}`,
  );
}

function patchBase<F extends BaseFacts>(draft: Draft<F>, patch: Partial<Base>): void {
  const { project } = draft.facts;
  draft.facts = { ...draft.facts, project: { ...project, base: { ...project.base, ...patch } } };
}
