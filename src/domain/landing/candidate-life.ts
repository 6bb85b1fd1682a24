/**
 * A candidate's life: built, checked, landed as that very commit; or rejected, with the reason to its changes.
 *
 * - `building`: it was planned, with the base and the heads of its changes as they were. Once built it is `checking`,
 *   or comes to the last look if there are no checks. If a change conflicts, it is rejected (`conflict`).
 * - `checking`: each run of its checks is a round. Green leads to the last look. A run without a verdict is repeated
 *   after a wait that doubles each time, until the retries are used up (`failed`). A red run on the current base waits
 *   until it is known whether the base fails, too, if that can be found out; if the base moves meanwhile, the candidate
 *   is rejected (`base_moved`). Failures of its own (on an older base: all of them) are checked once more at once; the
 *   same again, or one round too many, rejects it (`red`). If it fails only as the base does and every check has a
 *   verdict, it comes to the last look when it fixes a failure of the base, and is rejected when it fixes none
 *   (`base_red`).
 * - The last look (`land`): every change must still have the head that was checked, be queued for this candidate and
 *   pass the gate. Then it is `landing`; if not, it is rejected (`change_moved`, `frozen` or `gate_closed`).
 * - `landing`: the base is being moved to its commit. Then it is `landed`, or rejected if the base or a change moved or
 *   a freeze began. If a person's checkout is in the way, it is `unpublished`.
 * - `unpublished`: the person is notified once, and the landing is tried again after a wait that grows. Each try leads
 *   to `landed`, to a rejection, or back here.
 * - `landed`: final. Each change is told its commit, and the base is as green as the candidate was.
 * - `rejected`: final. Each change is told why, and `rejected.ts` says whether it keeps its place in the queue. What is
 *   tried again is a new candidate.
 *
 * A change that gets a new head, closes or is taken out of the queue rejects a candidate that is `building` or
 * `checking` (`change_moved`). Building, checking or landing that is given up rejects it in any live state (`failed`).
 */
import {
  isLiveCandidate,
  type Candidate,
  type CandidateState,
  type LandedAs,
  type MadeCommit,
  type RejectReason,
} from "./candidate.ts";
import { requestBaseHealth, handleBaseLanded } from "../checks/base-health.ts";
import { afterNoVerdict, afterRed, sharedRounds, type Rounds } from "../checks/rounds.ts";
import {
  fingerprintFailures,
  listFixedChecks,
  hasPassed,
  judgeResults,
  inheritBaseFailures,
  type CheckResult,
  type Outcome,
} from "../checks/check.ts";
import { giveReason, followUp, requestEffect, type Draft } from "../core/draft.ts";
import type { EffectKind } from "../core/effect.ts";
import type { CandidateFacts } from "../core/facts.ts";
import { listGateReasons } from "./gate.ts";
import { limits } from "../model/limits.ts";
import type { LandingTrouble } from "./trouble.ts";
import type { Observation } from "../core/observation.ts";
import { listBaseFailures, excludeBaseFailures } from "../core/project.ts";
import { listRequiredChecks } from "../model/rules.ts";

type CandidateDraft = Draft<CandidateFacts>;

export function handleCandidateNews(draft: CandidateDraft, observation: Observation): void {
  const candidate = draft.facts.candidate;
  if (observation.kind === "candidate_planned") return beginCandidate(draft, observation);
  if (candidate === null || !isLiveCandidate(candidate)) return;
  if (observation.kind === "checks_finished") return onChecked(draft, candidate, observation.results, observation.n);
  if (observation.kind === "candidate_landed") return onCandidateLanded(draft, candidate, observation.as ?? []);
  if (observation.kind === "candidate_abandoned") return onAbandoned(draft, candidate);
  if (observation.kind === "candidate_base_settled") return reconsiderCandidate(draft, candidate);
  if (observation.kind === "landing_blocked") return onBlocked(draft, candidate, observation.paths);
  if (observation.kind === "candidate_built") {
    return onBuilt(draft, candidate, { commit: observation.commit, tree: observation.tree });
  }
  rejectFor(draft, candidate, observation);
}

/** What cannot become a landing: back to the changes, with the reason. */
function rejectFor(draft: CandidateDraft, candidate: Candidate, observation: Observation): void {
  if (observation.kind === "candidate_conflicted") {
    const { paths, theirs = "", change } = observation;
    return reject(draft, candidate, "conflict", (head) => ({ kind: "conflict", head, paths, theirs }), change);
  }
  if (observation.kind === "landing_refused") {
    const { why } = observation;
    if (why === "frozen") return reject(draft, candidate, why, () => ({ kind: "frozen" }));
    const waited = candidate.state.kind === "unpublished";
    return reject(draft, candidate, why, () => ({ kind: "again", why, waited }));
  }
  if (observation.kind === "effect_failed" && deeds.includes(observation.effect)) {
    const { why } = observation;
    return reject(draft, candidate, "failed", () => ({ kind: "failed", why }));
  }
}

/** Without these there is nothing to land. */
const deeds: readonly EffectKind[] = ["build_candidate", "run_checks", "land_candidate"];

/** The heads are written down now; whatever moves afterwards makes this candidate worthless, not wrong. */
function beginCandidate(draft: CandidateDraft, observation: Extract<Observation, { kind: "candidate_planned" }>): void {
  const { project, changes, candidate } = draft.facts;
  if (candidate !== null || project.base.head === null) return;
  const planned: Candidate = {
    id: observation.candidate,
    project: project.id,
    base: project.base.branch,
    onto: project.base.head,
    changes: changes.map((change) => ({ id: change.id, head: change.head.commit })),
    state: { kind: "building" },
  };
  const queued = changes.map((change) =>
    change.queue === null ? change : { ...change, queue: { ...change.queue, candidate: planned.id } },
  );
  draft.facts = { ...draft.facts, candidate: planned, changes: queued };
  requestEffect(draft, { kind: "build_candidate", candidate: planned.id, strategy: draft.rules.strategy }, planned.id);
  giveReason(draft, `candidate ${planned.id} is built on ${planned.onto}`);
}

function onBuilt(draft: CandidateDraft, candidate: Candidate, made: MadeCommit): void {
  if (candidate.state.kind !== "building") return;
  const forgeChecks = draft.facts.changes.some((change) => change.checks !== null);
  if (draft.rules.checks.length === 0 && !forgeChecks) return land(draft, candidate, { made, isUnchecked: true });
  check(draft, candidate, { kind: "checking", made, round: 1, redBefore: null }, 0);
}

/** Nobody waits for its checks, and the next in the queue need not wait for their end. What is landing is past that. */
function onAbandoned(draft: CandidateDraft, candidate: Candidate): void {
  const { state, changes, id } = candidate;
  if (state.kind !== "building" && state.kind !== "checking") return;
  const isWhole = changes.every((planned) => {
    const change = draft.facts.changes.find((other) => other.id === planned.id);
    return change?.queue?.candidate === id && change.head.commit === planned.head;
  });
  if (isWhole) return;
  cancelCandidateChecks(draft, candidate);
  reject(draft, candidate, "change_moved", () => ({ kind: "again", why: "change_moved" }));
}

function cancelCandidateChecks(draft: CandidateDraft, { id, project, state }: Candidate): void {
  if (state.kind !== "checking") return;
  const of = { kind: "candidate", candidate: id, tree: state.made.tree } as const;
  const runKey = `run_checks:${id}:${state.round}`;
  requestEffect(draft, { kind: "cancel_checks", of, project, runKey }, runKey);
}

type Checking = Extract<CandidateState, { kind: "checking" }>;

function check(draft: CandidateDraft, candidate: Candidate, state: Checking, delayMs: number): void {
  become(draft, candidate, state);
  const of = { kind: "candidate", candidate: candidate.id, tree: state.made.tree } as const;
  const notBeforeMs = delayMs === 0 ? null : draft.now.countedMs + delayMs;
  requestEffect(
    draft,
    { kind: "run_checks", of, project: candidate.project, n: state.round, names: draft.rules.checks, notBeforeMs },
    `${candidate.id}:${state.round}`,
  );
}

function onChecked(draft: CandidateDraft, candidate: Candidate, rawResults: readonly CheckResult[], n: number): void {
  const state = candidate.state;
  if (state.kind !== "checking" || state.round !== n) return;
  const isOnBase = candidate.onto === draft.facts.project.base.head;
  const results = isOnBase ? inheritBaseFailures(rawResults, listBaseFailures(draft.facts.project)) : rawResults;
  const outcome = judgeResults(results, listRequiredChecks(draft.rules));
  if (outcome.kind === "green") return land(draft, candidate, toTested(state.made, results));
  if (outcome.kind === "red") return onRed(draft, candidate, state, { ...outcome, results });
  onUnfinished(draft, candidate, state);
}

/** It is known how its base is, or there is another one. */
function reconsiderCandidate(draft: CandidateDraft, candidate: Candidate): void {
  const { state } = candidate;
  if (state.kind !== "checking" || state.redResults === undefined) return;
  if (candidate.onto !== draft.facts.project.base.head)
    return reject(draft, candidate, "base_moved", () => ({ kind: "again", why: "base_moved" }));
  const { redResults, ...checking } = state;
  onChecked(draft, { ...candidate, state: checking }, redResults, checking.round);
}

function onUnfinished(draft: CandidateDraft, candidate: Candidate, state: Checking): void {
  const next = afterNoVerdict(readRounds(state));
  if (next.kind === "enough") {
    return reject(draft, candidate, "failed", () => ({ kind: "failed", why: "its checks never finish" }));
  }
  giveReason(draft, "the candidate's checks did not finish: tried again later");
  check(draft, candidate, { ...state, round: state.round + 1 }, next.delayMs);
}

const readRounds = ({ round, redBefore }: Checking): Rounds => sharedRounds(round - 1, redBefore);

type Red = Extract<Outcome, { kind: "red" }> & { readonly results: readonly CheckResult[] };

/** Doubted once, like every new failure; the same again is the truth. */
function onRed(draft: CandidateDraft, candidate: Candidate, state: Checking, red: Red): void {
  const { project } = draft.facts;
  const isOnBase = candidate.onto === project.base.head;
  if (isOnBase && requestBaseHealth(draft)) return become(draft, candidate, { ...state, redResults: red.results });
  const own = isOnBase ? excludeBaseFailures(red.failed, project) : red.failed;
  if (own.length === 0) return onNoWorse(draft, candidate, state, red);
  const fingerprint = fingerprintFailures(own);
  const next = afterRed(readRounds(state), fingerprint);
  if (next.kind === "again") {
    giveReason(draft, "the candidate is red: re-run once");
    return check(draft, candidate, { ...state, round: state.round + 1, redBefore: fingerprint }, next.delayMs);
  }
  reject(draft, candidate, "red", (head) => ({ kind: "red", head, failed: own }));
}

/** It fails only as its base does: it lands when it fixes something there, and what has not spoken is heard first. */
function onNoWorse(
  draft: CandidateDraft,
  candidate: Candidate,
  state: Checking,
  { failed, broken, results }: Red,
): void {
  if (broken.length > 0) return onUnfinished(draft, candidate, state);
  const { onto, base } = candidate;
  const fixed = listFixedChecks(results, listBaseFailures(draft.facts.project));
  if (fixed.length === 0) return reject(draft, candidate, "base_red", () => ({ kind: "base_red", onto }));
  const left = failed.map(({ name }) => name).join(", ");
  giveReason(
    draft,
    `it fixes ${fixed.join(", ")} on ${base} and adds no failure; ${left} fails on ${base} without it, too`,
  );
  land(draft, candidate, { made: state.made, stillFails: failed });
}

/** What the checks of a candidate came to. */
type Tested = Pick<Extract<CandidateState, { kind: "landing" }>, "made" | "stillFails" | "isUnchecked" | "isPartial">;

const toTested = (made: MadeCommit, results: readonly CheckResult[]): Tested => ({
  made,
  ...(hasPassed(results) ? {} : { isUnchecked: true }),
  ...(results.some(({ notNeeded }) => notNeeded !== undefined) ? { isPartial: true } : {}),
});

/** The last look before the irreversible step: every change is still at the tested head and still allowed in. */
function land(draft: CandidateDraft, candidate: Candidate, tested: Tested): void {
  for (const { id, head } of candidate.changes) {
    const change = draft.facts.changes.find((other) => other.id === id);
    if (change === undefined || change.head.commit !== head) {
      return reject(draft, candidate, "change_moved", () => ({ kind: "again", why: "change_moved" }));
    }
    const reasons = listGateReasons(change, draft.facts.project, draft.rules, draft.now);
    if (reasons.length > 0 && reasons.every(({ code }) => code === "frozen"))
      return reject(draft, candidate, "frozen", () => ({ kind: "frozen" }));
    if (reasons.length > 0 || change.queue?.candidate !== candidate.id) {
      const sentences = reasons.map((reason) => reason.sentence).join("; ");
      giveReason(draft, `the gate closed: ${sentences === "" ? "it was taken out of the queue" : sentences}`);
      return reject(draft, candidate, "gate_closed", () => ({ kind: "gate_closed" }));
    }
  }
  const judged = draft.facts.changes.map(({ id, head, version }) => ({ id, head: head.commit, version }));
  become(draft, candidate, { ...tested, kind: "landing", judged });
  requestEffect(draft, { kind: "land_candidate", candidate: candidate.id, notBeforeMs: null }, candidate.id);
}

/** The base is now the tested commit, and as green as that was. A change is known by the commit that people find on the base. */
function onCandidateLanded(draft: CandidateDraft, candidate: Candidate, as: readonly LandedAs[]): void {
  if (candidate.state.kind !== "landing" && candidate.state.kind !== "unpublished") return;
  const { made, stillFails = [], isUnchecked = false, isPartial = false } = candidate.state;
  become(draft, candidate, { kind: "landed", made });
  for (const { id } of candidate.changes) {
    const { commit } = as.find(({ change }) => change === id) ?? made;
    followUp(draft, { kind: "change_landed", change: id, commit });
  }
  const others = draft.facts.openChanges.filter((open) => !candidate.changes.some(({ id }) => id === open));
  handleBaseLanded(draft, made, { stillFails, isUnchecked, isPartial, others });
  giveReason(draft, `candidate ${candidate.id} landed as ${made.commit}`);
}

/**
 * The person's checkout is in the way: it waits, says once for what, and is tried again until the way is free. Others
 * land meanwhile; then it is built again.
 */
function onBlocked(draft: CandidateDraft, candidate: Candidate, paths: readonly string[]): void {
  if (candidate.state.kind !== "landing" && candidate.state.kind !== "unpublished") return;
  const { made, judged, stillFails, isUnchecked, isPartial } = candidate.state;
  const tries = candidate.state.kind === "landing" ? 1 : (candidate.state.tries ?? 1) + 1;
  const left = stillFails === undefined ? {} : { stillFails };
  const unchecked = isUnchecked === undefined ? {} : { isUnchecked };
  const tested = { ...left, ...unchecked, ...(isPartial === undefined ? {} : { isPartial }) };
  become(draft, candidate, { kind: "unpublished", made, judged, ...tested, blockedBy: paths, tries });
  const waitMs = Math.min(limits.landingRetryMs * 2 ** Math.min(tries - 1, 10), limits.landingRetryCapMs);
  const notBeforeMs = draft.now.countedMs + waitMs;
  requestEffect(
    draft,
    { kind: "land_candidate", candidate: candidate.id, notBeforeMs },
    `${candidate.id}:${draft.observation.id}`,
  );
  const text = `Landing waits for your checkout: ${paths.join(", ")}`;
  requestEffect(
    draft,
    {
      kind: "notify",
      project: candidate.project,
      subject: { kind: "landing_blocked", candidate: candidate.id },
      priority: "action",
      text,
    },
    `blocked:${candidate.changes.map(({ id, head }) => `${id}@${head}`).join(" ")}`,
  );
}

type TroubleFor = (head: Candidate["changes"][number]["head"]) => LandingTrouble;

function reject(
  draft: CandidateDraft,
  candidate: Candidate,
  why: RejectReason,
  trouble: TroubleFor,
  only?: string,
): void {
  become(draft, candidate, { kind: "rejected", why });
  for (const { id, head } of candidate.changes) {
    const blamed = only === undefined || only === id;
    followUp(draft, {
      kind: "landing_failed",
      change: id,
      candidate: candidate.id,
      trouble: blamed ? trouble(head) : { kind: "again", why: "change_moved" },
    });
  }
  giveReason(draft, `candidate ${candidate.id} was rejected: ${why.replaceAll("_", " ")}`);
}

function become(draft: CandidateDraft, candidate: Candidate, state: CandidateState): void {
  draft.facts = { ...draft.facts, candidate: { ...candidate, state } };
}
