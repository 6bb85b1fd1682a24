/** What a change waits for: its checks, a reviewer, the base, the queue, or a person who lands it. */
import {
  pointAtIncident,
  toActions,
  columns,
  findFirst,
  labels,
  needs,
  ranks,
  createAttention,
  type AttentionAction,
  type Attention,
  type AttentionInput,
} from "./attention-view.ts";
import type { Candidate } from "../../landing/candidate.ts";
import {
  listApprovals,
  listChecks,
  judgeChecks,
  isOpenChange,
  isVouchedFor,
  listChangeRequests,
  type Change,
} from "../../change/change.ts";
import { describeBaseChecks, describeChecking } from "./attention-of-checks.ts";
import { hasFailedTogether, isLandingFailure } from "../../landing/red-candidate.ts";
import { hasPassed } from "../../checks/check.ts";
import { isMovedBranch } from "../../change/conflicts.ts";
import { findOpen, isOpenIncident } from "../../incident/incident.ts";
import { listGateReasons } from "../../landing/gate.ts";
import { listPolicyReasons, type Reason, type ReasonCode } from "../../landing/policy.ts";
import { listOwnFailures } from "../../core/project.ts";
import { canLandByItself, listRequiredChecks } from "../../model/rules.ts";
import {
  capitalize,
  CHECKS_HELP,
  cut,
  NO_CHECKS,
  stripSentence,
  QUOTE_MAX,
  shortenCommit,
  listSome,
} from "../sentence.ts";
import { nameAuthor } from "../../model/trust.ts";

/** Of several changes, the one that waits for the most pressing hand. */
export function describeChanges(view: AttentionInput): Attention | null {
  const byColumn = (left: Attention, right: Attention) => columns.indexOf(left.column) - columns.indexOf(right.column);
  return view.changes.map((change) => describeChange(view, change)).sort(byColumn)[0] ?? null;
}

function describeChange(view: AttentionInput, change: Change): Attention {
  if (change.state.kind === "landed") return describeLanded(change);
  if (!isOpenChange(change)) return createAttention("done", "closed", "The change was closed without landing.");
  const found = findFirst(
    [
      describeQueued,
      describeStranger,
      describeChecking,
      describeExcused,
      describeAnswered,
      describeConflict,
      describeHeld,
    ],
    (question) => question(view, change),
  );
  return found === null
    ? describeReadyToLand(view, change)
    : { ...found, act: [...found.act, ...listPendingActions(view, change)] };
}

/** Landing is offered even where it is not possible, with its first reason. */
function listPendingActions({ project, rules, now }: AttentionInput, change: Change): readonly AttentionAction[] {
  const [reason] = change.queue === null ? listGateReasons(change, project, rules, now) : [];
  return reason === undefined ? [] : [{ verb: "land", label: labels.land, enabled: false, reason: reason.sentence }];
}

export const describeLanded = ({ state }: Change): Attention =>
  createAttention("done", "landed", state.kind === "landed" ? `Landed as ${shortenCommit(state.commit)}.` : "Landed.", [
    "diff",
  ]);

function describeQueued(view: AttentionInput, change: Change): Attention | null {
  const { context, project, rules, now } = view;
  if (change.queue === null) return null;
  const candidate = context.candidate?.id === change.queue.candidate ? context.candidate : null;
  const reasons = listGateReasons(change, project, rules, now);
  if (reasons.some(({ code }) => code === "base_red")) {
    const waits = describeWaitForBase(view, `In the queue, but ${project.base.branch} fails and this does not fix it.`);
    return { ...waits, act: toActions(["unqueue", "diff"]), since: change.queue.requestedAtMs };
  }
  const queued = createAttention(
    "landing",
    "queued",
    reasons.length > 0
      ? `In the queue, but ${listSome(reasons.map((reason) => reason.sentence))}.`
      : `In the queue to land on ${change.base}; waits for its turn.`,
    ["unqueue", "diff"],
  );
  return {
    ...(candidate === null ? queued : describeLandingStep(candidate, queued, change)),
    since: change.queue.requestedAtMs,
  };
}

function describeLandingStep({ state, base }: Candidate, queued: Attention, change: Change): Attention {
  if (state.kind === "landed" || state.kind === "rejected") return queued;
  if (state.kind === "building")
    return { ...queued, code: "landing-building", why: `First in the queue; its candidate on ${base} is being made.` };
  if (state.kind === "unpublished")
    return needs(
      "unpublished",
      `Landing waits for your checkout: ${listSome(state.blockedBy)}. It lands once that is clear.`,
      ["diff", "unqueue"],
    );
  const commit = shortenCommit(state.made.commit);
  if (state.kind === "landing")
    return {
      ...queued,
      code: "landing",
      why: describeLandingNow(state, { commit, base, change }),
      act: toActions(["diff"]),
    };
  return {
    ...queued,
    code: "landing-checking",
    why: `Candidate ${commit} is being checked${state.round > 1 ? `, round ${state.round}` : ""}; it lands when green.`,
  };
}

type Lands = { readonly commit: string; readonly base: string; readonly change: Change };

function describeLandingNow(
  state: Extract<Candidate["state"], { kind: "landing" }>,
  { commit, base, change }: Lands,
): string {
  if (state.isUnchecked === true) return `Candidate ${commit} lands on ${base} now. ${explainNothingPassed(change)}.`;
  if (state.stillFails !== undefined) return `Candidate ${commit} fixes a failure of ${base} and lands there now.`;
  return `Candidate ${commit} is green and lands on ${base} now.`;
}

function describeStranger(_view: AttentionInput, change: Change): Attention | null {
  return isVouchedFor(change) ? null : describeUntrusted(change);
}

/** It is not asked of the person who looks: changes of strangers may be many. */
function describeUntrusted({ author }: Change): Attention {
  const by = author === undefined ? "an unknown author" : cut(nameAuthor(author), QUOTE_MAX);
  return createAttention(
    "in_review",
    "unvouched",
    `Opened by ${by}, who may lack write access. Checks start once someone approves.`,
    ["review", "diff"],
  );
}

/** Red, and nobody here is to blame or has been told: the base fails in the same way. What may land anyway goes on. */
function describeExcused(view: AttentionInput, change: Change): Attention | null {
  const { rules, project, now } = view;
  const outcome = judgeChecks(change, listRequiredChecks(rules));
  const { branch, health } = project.base;
  if (
    outcome.kind === "red" &&
    outcome.broken.length === 0 &&
    listOwnFailures(outcome.failed, project, change).length === 0
  ) {
    const isHeldBack = listGateReasons(change, project, rules, now).some(
      ({ code }) => code === "checks" || code === "base_red",
    );
    if (!isHeldBack) return null;
    const names = listSome(outcome.failed.map((check) => `\`${check.name}\``));
    const verb = outcome.failed.length === 1 ? "fails" : "fail";
    if (health.kind === "red") return describeWaitForBase(view, `${names} ${verb} on ${branch}, too.`);
    return createAttention(
      "checking",
      "base-red",
      `${names} failed on ${branch} before. Waits until ${branch} is checked.`,
      ["diff"],
    );
  }
  if (outcome.kind === "red" && health.kind === "checking") {
    const names = listSome(outcome.failed.map((check) => `\`${check.name}\``));
    return createAttention("checking", "base-checking", `${names} failed. ${describeBaseChecks(branch, health)}`, [
      "diff",
    ]);
  }
  if (outcome.kind === "red" || outcome.kind === "infrastructure")
    return needs("red", `Checks failed on ${shortenCommit(change.head.commit)}, and no automatic step is left.`, [
      "send",
      "attach",
      "diff",
    ]);
  return null;
}

/** Who works on the base is named; where nobody does, a person is asked. */
function describeWaitForBase({ project, context, session }: AttentionInput, cause: string): Attention {
  const { branch } = project.base;
  const fixers = context.baseFixers.filter((id) => id !== session?.id);
  if (fixers.length > 0)
    return createAttention(
      "checking",
      "base-red",
      `${cause} ${listSome(fixers)} ${fixers.length === 1 ? "works" : "work"} on that.`,
      ["diff"],
    );
  if (context.baseFixers.length > 0)
    return createAttention("checking", "base-red", `${cause} Its own agent works on that.`, ["diff"]);
  return needs("base-red", `${cause} Nobody works on that. Fix ${branch}: ao triage --start`, ["diff"]);
}

/** What the checks say of the head, in a few words; green only where one passed. */
function summarizeChecks({ rules, project }: AttentionInput, change: Change): string {
  const head = shortenCommit(change.head.commit);
  const { branch, health } = project.base;
  if (judgeChecks(change, listRequiredChecks(rules)).kind === "red")
    return health.kind === "red" ? `Fixes a failure of ${branch} at ${head}` : `Fails at ${head} only as ${branch} did`;
  return isPassed(change) ? `Green on ${head}` : explainNothingPassed(change);
}

const isPassed = (change: Change): boolean => hasPassed(listChecks(change));

/** There is no check, or all that there are were left out on this head. */
const explainNothingPassed = (change: Change): string =>
  listChecks(change).length === 0
    ? `${NO_CHECKS} (${CHECKS_HELP})`
    : `No check ran on ${shortenCommit(change.head.commit)}`;

function describeAnswered(view: AttentionInput, change: Change): Attention | null {
  const incident = findOpen(change.incidents, "review");
  const asking = listChangeRequests(change);
  if (incident === undefined && asking.length === 0) return null;
  const found = askForReview(
    view,
    "answered-review",
    `The agent answered the review. Waits for ${asking.length === 0 ? "the reviewer" : listSome(asking)}.`,
  );
  return incident === undefined ? found : pointAtIncident(incident, found);
}

function describeConflict(_view: AttentionInput, change: Change): Attention | null {
  if (!change.mergeable.known)
    return createAttention(
      "checking",
      "unknown-merge",
      `Not known whether it merges into ${change.base}: ${stripSentence(change.mergeable.why)}. Looked at again.`,
      ["diff"],
    );
  return change.mergeable.value
    ? null
    : needs(
        "conflict",
        `Does not merge into ${change.base}: ${listSome(change.conflicts)}. No automatic step is left.`,
        ["send", "attach", "diff"],
      );
}

/** Green: what the policy still asks for. A missing approval is named last, for it often clears the others. */
function describeHeld(view: AttentionInput, change: Change): Attention | null {
  const reasons = listPolicyReasons(change, view.rules.policy, view.now);
  const reason = reasons.find(({ code }) => code !== "approvals") ?? reasons[0];
  return reason === undefined ? null : holds[reason.code](view, change, reason);
}

type Hold = (view: AttentionInput, change: Change, reason: Reason) => Attention;
const askPerson: Hold = (_view, _change, { sentence }) =>
  needs("protected", `${capitalize(sentence)}. Waits for your approval.`, ["review", "diff"], ranks.review);
const reviewMust: Hold = (view, change, { sentence }) =>
  askForReview(view, "in-review", `${shortenReason(change)}${stripSentence(sentence)}. Waits for a review.`);
/** The beginning of a sentence about what holds a change back. */
function shortenReason(change: Change): string {
  if (isPassed(change)) return "Green, but ";
  return listChecks(change).length === 0 ? `${NO_CHECKS}, and ` : "No check ran, and ";
}
/** Where one person reviews everything and has approved, more approvals of theirs do not help. */
const askOwner: Hold = (view, change, reason) =>
  view.context.reviewIsYours && listApprovals(change).length > 0
    ? needs(
        "owner-unknown",
        `${shortenReason(change)}${stripSentence(reason.sentence)}. Nobody of that name reviews here.`,
        ["diff"],
      )
    : reviewMust(view, change, reason);
const markMust: Hold = (_view, change, { sentence }) =>
  createAttention("in_review", "held", `${shortenReason(change)}${stripSentence(sentence)}. Lands after that.`, [
    "diff",
  ]);

const holds: Readonly<Record<ReasonCode, Hold>> = {
  approvals: (view, change) =>
    askForReview(
      view,
      "in-review",
      `${summarizeChecks(view, change)}; ${listApprovals(change).length} of ${view.rules.policy.approvals} approvals. Waits for a review.`,
    ),
  unvouched: (_view, change) => describeUntrusted(change),
  protected_path: askPerson,
  too_large: askPerson,
  owners: askOwner,
  changes_requested: reviewMust,
  threads_open: reviewMust,
  draft: markMust,
  hold_label: markMust,
  frozen: (_view, change) => {
    const cause = isPassed(change) ? "Green and approved, but" : `Approved. ${explainNothingPassed(change)};`;
    return createAttention("landing", "frozen", `${cause} landing is frozen now. Goes on when the window ends.`, [
      "diff",
    ]);
  },
};

function askForReview({ context }: AttentionInput, code: string, why: string): Attention {
  if (context.reviewIsYours)
    return createAttention(
      "needs_you",
      code === "in-review" ? "review-you" : code,
      why,
      ["review", "diff", "send"],
      ranks.review,
    );
  return createAttention("in_review", code, why, ["diff", "send"]);
}

/** A head that mends what failed together with its base has not failed itself, nor has one that somebody put there. */
function hasFailedToLand({ incidents, head }: Change): boolean {
  return incidents.some(
    (incident) =>
      isOpenIncident(incident) &&
      !isMovedBranch(incident) &&
      (!isLandingFailure(incident) || hasFailedTogether(incident, head.commit)),
  );
}

function explainReady(view: AttentionInput, change: Change): string {
  const { base } = view.project;
  const by = listApprovals(change);
  const stands = summarizeChecks(view, change);
  const approved = `Approved by ${listSome(by)}`;
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

function describeReadyToLand(view: AttentionInput, change: Change): Attention {
  const { rules } = view;
  const green = explainReady(view, change);
  if (hasFailedToLand(change))
    return needs("ready-to-land", `${green} It failed to land before; land it yourself.`, ["land", "diff"]);
  if (change.heldBackAt === change.head.commit)
    return needs(
      "ready-to-land",
      `${green} Taken out of the queue; land it when you are ready.`,
      ["land", "diff"],
      ranks.land,
    );
  if (canLandByItself(rules))
    return createAttention("landing", "about-to-land", `${green} It enters the queue.`, ["land", "diff"]);
  const cause = rules.autonomy === "land" ? "automatic landing is off" : `autonomy is \`${rules.autonomy}\``;
  return createAttention(
    "needs_you",
    "ready-to-land",
    `${green} Ready for you to land (${cause}).`,
    ["land", "review", "diff"],
    ranks.land,
  );
}
