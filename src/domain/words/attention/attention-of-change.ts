/** What a change waits for: its checks, a reviewer, the base, the queue, or a person who lands it. */
import {
  about,
  acts,
  columns,
  first,
  labels,
  needs,
  ranks,
  say,
  type Act,
  type Attention,
  type View,
} from "./attention-view.ts";
import type { Candidate } from "../../landing/candidate.ts";
import {
  approvals,
  checksOf,
  checksOutcome,
  isOpenChange,
  isVouchedFor,
  requestsForChanges,
  type Change,
  type CheckRun,
} from "../../change/change.ts";
import { describeBaseChecks, describeChecks } from "./attention-of-checks.ts";
import { hasFailedTogether, isLandingFailure } from "../../landing/red-candidate.ts";
import { hasPassed } from "../../checks/check.ts";
import { isMovedBranch } from "../../change/conflicts.ts";
import { findOpen, isOpen } from "../../incident/incident.ts";
import { gate } from "../../landing/gate.ts";
import { limits } from "../../model/limits.ts";
import { policy, type Reason, type ReasonCode } from "../../landing/policy.ts";
import { ownFailures } from "../../core/project.ts";
import { landsByItself, requiredChecks } from "../../model/rules.ts";
import { capital, CHECKS_HELP, cut, NO_CHECKS, plain, QUOTE_MAX, short, some } from "../sentence.ts";
import { authorName } from "../../model/trust.ts";

/** Of several changes, the one that waits for the most pressing hand. */
export function ofChanges(view: View): Attention | null {
  const byColumn = (left: Attention, right: Attention) => columns.indexOf(left.column) - columns.indexOf(right.column);
  return view.changes.map((change) => ofChange(view, change)).sort(byColumn)[0] ?? null;
}

function ofChange(view: View, change: Change): Attention {
  if (change.state.kind === "landed") return landedAs(change);
  if (!isOpenChange(change)) return say("done", "closed", "The change was closed without landing.");
  const found = first([isQueued, isStrangers, isChecking, isExcused, isAnswered, doesNotMerge, isHeld], (question) =>
    question(view, change),
  );
  return found === null ? readyToLand(view, change) : { ...found, act: [...found.act, ...notYet(view, change)] };
}

/** Landing is offered even where it is not possible, with its first reason. */
function notYet({ project, rules, now }: View, change: Change): readonly Act[] {
  const [reason] = change.queue === null ? gate(change, project, rules, now) : [];
  return reason === undefined ? [] : [{ verb: "land", label: labels.land, enabled: false, reason: reason.sentence }];
}

export const landedAs = ({ state }: Change): Attention =>
  say("done", "landed", state.kind === "landed" ? `Landed as ${short(state.commit)}.` : "Landed.", ["diff"]);

function isQueued(view: View, change: Change): Attention | null {
  const { context, project, rules, now } = view;
  if (change.queue === null) return null;
  const candidate = context.candidate?.id === change.queue.candidate ? context.candidate : null;
  const reasons = gate(change, project, rules, now);
  if (reasons.some(({ code }) => code === "base_red")) {
    const waits = waitForBase(view, `In the queue, but ${project.base.branch} fails and this does not fix it.`);
    return { ...waits, act: acts(["unqueue", "diff"]), since: change.queue.requestedAtMs };
  }
  const queued = say(
    "landing",
    "queued",
    reasons.length > 0
      ? `In the queue, but ${some(reasons.map((reason) => reason.sentence))}.`
      : `In the queue to land on ${change.base}; waits for its turn.`,
    ["unqueue", "diff"],
  );
  return {
    ...(candidate === null ? queued : landingStep(candidate, queued, change)),
    since: change.queue.requestedAtMs,
  };
}

function landingStep({ state, base }: Candidate, queued: Attention, change: Change): Attention {
  if (state.kind === "landed" || state.kind === "rejected") return queued;
  if (state.kind === "building")
    return { ...queued, code: "landing-building", why: `First in the queue; its candidate on ${base} is being made.` };
  if (state.kind === "unpublished")
    return needs(
      "unpublished",
      `Landing waits for your checkout: ${some(state.blockedBy)}. It lands once that is clear.`,
      ["diff", "unqueue"],
    );
  const commit = short(state.made.commit);
  if (state.kind === "landing")
    return {
      ...queued,
      code: "landing",
      why: landsNow(state, { commit, base, change }),
      act: acts(["diff"]),
    };
  return {
    ...queued,
    code: "landing-checking",
    why: `Candidate ${commit} is being checked${state.round > 1 ? `, round ${state.round}` : ""}; it lands when green.`,
  };
}

type Lands = { readonly commit: string; readonly base: string; readonly change: Change };

function landsNow(state: Extract<Candidate["state"], { kind: "landing" }>, { commit, base, change }: Lands): string {
  if (state.isUnchecked === true) return `Candidate ${commit} lands on ${base} now. ${nothingPassed(change)}.`;
  if (state.stillFails !== undefined) return `Candidate ${commit} fixes a failure of ${base} and lands there now.`;
  return `Candidate ${commit} is green and lands on ${base} now.`;
}

function isStrangers(_view: View, change: Change): Attention | null {
  return isVouchedFor(change) ? null : notVouchedFor(change);
}

/** It is not asked of the person who looks: changes of strangers may be many. */
function notVouchedFor({ author }: Change): Attention {
  const by = author === undefined ? "nobody knows whom" : cut(authorName(author), QUOTE_MAX);
  return say("in_review", "unvouched", `Opened by ${by}, who is not known to write here. Not run until approved.`, [
    "review",
    "diff",
  ]);
}

function isChecking({ rules, session, context }: View, change: Change): Attention | null {
  const outcome = checksOutcome(change, requiredChecks(rules));
  const publishing = session?.publishing ?? null;
  if (publishing !== null)
    return say("checking", "publishing", `${short(publishing)} is being pushed; its checks follow.`, ["diff"]);
  if (outcome.kind !== "pending") return null;
  const pending = isNotRunning(change) ?? describePending(change, outcome.waitsFor, context);
  const askedAtMs = change.round.kind === "asked" ? change.round.askedAtMs : undefined;
  return { ...pending, since: pending.since ?? askedAtMs ?? null };
}

/** Nothing of it runs now: it was called off, or waits to be tried again. */
function isNotRunning({ round, id, head }: Change): Attention | null {
  if (round.kind === "asked" && round.infrastructureRetries > 0) return runAgain(round);
  if (round.kind !== "none" || round.calledOff === undefined) return null;
  const commit = short(head.commit);
  const what =
    round.calledOff === "session_ended"
      ? `Checks on ${commit} ended with its session`
      : `Checks on ${commit} have not run with the settings of now`;
  const why = `${what}. Run them: ao check ${id}`;
  return say("in_review", "checks-ended", why, ["diff"]);
}

function describePending(change: Change, waitsFor: readonly string[], context: View["context"]): Attention {
  const { round } = change;
  const ci = findOpen(change.incidents, "ci");
  const doubted = round.kind === "asked" && round.n > 1 && ci?.rerun?.tree === round.tree;
  if (doubted)
    return about(
      ci,
      say("checking", "rerun", `${plain(ci.summary)}, a new failure. Run again once; the agent was not told.`, [
        "diff",
      ]),
    );
  return say("checking", "checking", describeChecks(change, waitsFor, context.checks), ["diff"]);
}

function runAgain({ infrastructureRetries, brokenBy = "The infrastructure failed" }: CheckRun): Attention {
  const retry = `${infrastructureRetries} of ${limits.infrastructureRetriesMax}`;
  const why = `${plain(brokenBy)}. Checks run again, ${retry}; the agent was not told.`;
  return say("checking", "infrastructure", why, ["diff"]);
}

/** Red, and nobody here is to blame or has been told: the base fails in the same way. What may land anyway goes on. */
function isExcused(view: View, change: Change): Attention | null {
  const { rules, project, now } = view;
  const outcome = checksOutcome(change, requiredChecks(rules));
  const { branch, health } = project.base;
  if (
    outcome.kind === "red" &&
    outcome.broken.length === 0 &&
    ownFailures(outcome.failed, project, change).length === 0
  ) {
    const isHeldBack = gate(change, project, rules, now).some(({ code }) => code === "checks" || code === "base_red");
    if (!isHeldBack) return null;
    const names = some(outcome.failed.map((check) => `\`${check.name}\``));
    const verb = outcome.failed.length === 1 ? "fails" : "fail";
    if (health.kind === "red") return waitForBase(view, `${names} ${verb} on ${branch}, too.`);
    return say("checking", "base-red", `${names} failed on ${branch} before. Waits until ${branch} is checked.`, [
      "diff",
    ]);
  }
  if (outcome.kind === "red" && health.kind === "checking") {
    const names = some(outcome.failed.map((check) => `\`${check.name}\``));
    return say("checking", "base-checking", `${names} failed. ${describeBaseChecks(branch, health)}`, ["diff"]);
  }
  if (outcome.kind === "red" || outcome.kind === "infrastructure")
    return needs("red", `Checks failed on ${short(change.head.commit)}, and no automatic step is left.`, [
      "send",
      "attach",
      "diff",
    ]);
  return null;
}

/** Who works on the base is named; where nobody does, a person is asked. */
function waitForBase({ project, context, session }: View, cause: string): Attention {
  const { branch } = project.base;
  const fixers = context.baseFixers.filter((id) => id !== session?.id);
  if (fixers.length > 0)
    return say("checking", "base-red", `${cause} ${some(fixers)} ${fixers.length === 1 ? "works" : "work"} on that.`, [
      "diff",
    ]);
  if (context.baseFixers.length > 0)
    return say("checking", "base-red", `${cause} Its own agent works on that.`, ["diff"]);
  return needs("base-red", `${cause} Nobody works on that. Fix ${branch}: ao triage --start`, ["diff"]);
}

/** What the checks say of the head, in a few words; green only where one passed. */
function standing({ rules, project }: View, change: Change): string {
  const head = short(change.head.commit);
  const { branch, health } = project.base;
  if (checksOutcome(change, requiredChecks(rules)).kind === "red")
    return health.kind === "red" ? `Fixes a failure of ${branch} at ${head}` : `Fails at ${head} only as ${branch} did`;
  return isPassed(change) ? `Green on ${head}` : nothingPassed(change);
}

const isPassed = (change: Change): boolean => hasPassed(checksOf(change));

/** There is no check, or all that there are were left out on this head. */
const nothingPassed = (change: Change): string =>
  checksOf(change).length === 0 ? `${NO_CHECKS} (${CHECKS_HELP})` : `No check ran on ${short(change.head.commit)}`;

function isAnswered(view: View, change: Change): Attention | null {
  const incident = findOpen(change.incidents, "review");
  const asking = requestsForChanges(change);
  if (incident === undefined && asking.length === 0) return null;
  const found = askForReview(
    view,
    "answered-review",
    `The agent answered the review. Waits for ${asking.length === 0 ? "the reviewer" : some(asking)}.`,
  );
  return incident === undefined ? found : about(incident, found);
}

function doesNotMerge(_view: View, change: Change): Attention | null {
  if (!change.mergeable.known)
    return say(
      "checking",
      "unknown-merge",
      `Not known whether it merges into ${change.base}: ${plain(change.mergeable.why)}. Looked at again.`,
      ["diff"],
    );
  return change.mergeable.value
    ? null
    : needs("conflict", `Does not merge into ${change.base}: ${some(change.conflicts)}. No automatic step is left.`, [
        "send",
        "attach",
        "diff",
      ]);
}

/** Green: what the policy still asks for. A missing approval is named last, for it often clears the others. */
function isHeld(view: View, change: Change): Attention | null {
  const reasons = policy(change, view.rules.policy, view.now);
  const reason = reasons.find(({ code }) => code !== "approvals") ?? reasons[0];
  return reason === undefined ? null : holds[reason.code](view, change, reason);
}

type Hold = (view: View, change: Change, reason: Reason) => Attention;
const personMust: Hold = (_view, _change, { sentence }) =>
  needs("protected", `${capital(sentence)}. Waits for your approval.`, ["review", "diff"], ranks.review);
const reviewMust: Hold = (view, change, { sentence }) =>
  askForReview(view, "in-review", `${brief(change)}${plain(sentence)}. Waits for a review.`);
/** The beginning of a sentence about what holds a change back. */
function brief(change: Change): string {
  if (isPassed(change)) return "Green, but ";
  return checksOf(change).length === 0 ? `${NO_CHECKS}, and ` : "No check ran, and ";
}
/** Where one person reviews everything and has approved, more approvals of theirs do not help. */
const ownerMust: Hold = (view, change, reason) =>
  view.context.reviewIsYours && approvals(change).length > 0
    ? needs("owner-unknown", `${brief(change)}${plain(reason.sentence)}. Nobody of that name reviews here.`, ["diff"])
    : reviewMust(view, change, reason);
const markMust: Hold = (_view, change, { sentence }) =>
  say("in_review", "held", `${brief(change)}${plain(sentence)}. Lands after that.`, ["diff"]);

const holds: Readonly<Record<ReasonCode, Hold>> = {
  approvals: (view, change) =>
    askForReview(
      view,
      "in-review",
      `${standing(view, change)}; ${approvals(change).length} of ${view.rules.policy.approvals} approvals. Waits for a review.`,
    ),
  unvouched: (_view, change) => notVouchedFor(change),
  protected_path: personMust,
  too_large: personMust,
  owners: ownerMust,
  changes_requested: reviewMust,
  threads_open: reviewMust,
  draft: markMust,
  hold_label: markMust,
  frozen: (_view, change) => {
    const cause = isPassed(change) ? "Green and approved, but" : `Approved. ${nothingPassed(change)};`;
    return say("landing", "frozen", `${cause} landing is frozen now. Goes on when the window ends.`, ["diff"]);
  },
};

function askForReview({ context }: View, code: string, why: string): Attention {
  if (context.reviewIsYours)
    return say("needs_you", code === "in-review" ? "review-you" : code, why, ["review", "diff", "send"], ranks.review);
  return say("in_review", code, why, ["diff", "send"]);
}

/** A head that mends what failed together with its base has not failed itself, nor has one that somebody put there. */
function failedToLand({ incidents, head }: Change): boolean {
  return incidents.some(
    (incident) =>
      isOpen(incident) &&
      !isMovedBranch(incident) &&
      (!isLandingFailure(incident) || hasFailedTogether(incident, head.commit)),
  );
}

function whyReady(view: View, change: Change): string {
  const { base } = view.project;
  const by = approvals(change);
  const stands = standing(view, change);
  const approved = `Approved by ${some(by)}`;
  const green =
    by.length === 0
      ? stands
      : stands.startsWith("Green")
        ? `${approved} and g${stands.slice(1)}`
        : `${approved}. ${stands}`;
  if (base.health.kind === "red" && stands.startsWith("Green"))
    return `${green}, while ${base.branch} fails: it lands if it fixes a failure.`;
  return by.length === 0 && isPassed(change) ? `${green}; no approval is needed.` : `${green}.`;
}

function readyToLand(view: View, change: Change): Attention {
  const { rules } = view;
  const green = whyReady(view, change);
  if (failedToLand(change))
    return needs("ready-to-land", `${green} It failed to land before; land it yourself.`, ["land", "diff"]);
  if (change.heldBackAt === change.head.commit)
    return needs(
      "ready-to-land",
      `${green} Taken out of the queue; land it when you are ready.`,
      ["land", "diff"],
      ranks.land,
    );
  if (landsByItself(rules)) return say("landing", "about-to-land", `${green} It enters the queue.`, ["land", "diff"]);
  const cause = rules.autonomy === "land" ? "automatic landing is off" : `autonomy is \`${rules.autonomy}\``;
  return say(
    "needs_you",
    "ready-to-land",
    `${green} Ready for you to land (${cause}).`,
    ["land", "review", "diff"],
    ranks.land,
  );
}
