/** The gate before landing, and the order behind it. */
import { listChecks, judgeChecks, isOpenChange, type Change } from "../change/change.ts";
import { lacksBaseFailure, type Outcome } from "../checks/check.ts";
import type { Now } from "../model/now.ts";
import { isKnown } from "../model/known.ts";
import { listPolicyReasons, type ReasonCode } from "./policy.ts";
import { listBaseFailures, listOwnFailures, type Project } from "../core/project.ts";
import { listRequiredChecks, type Rules } from "../model/rules.ts";
import { listThreadsToAnswer } from "../change/reviews.ts";

export type GateReason = {
  readonly code: ReasonCode | "closed" | "checks" | "merge_unknown" | "conflict" | "base_red";
  readonly sentence: string;
};

/** Why the change may not land now, every reason; none means it may. */
export function listGateReasons(change: Change, project: Project, rules: Rules, now: Now): readonly GateReason[] {
  const outcome = judgeChecks(change, listRequiredChecks(rules));
  const threads = listThreadsToAnswer(change).length;
  return [
    ...reasonIf(!isOpenChange(change), "closed", "it is not open"),
    ...reasonIf(outcome.kind === "pending", "checks", describePending(change)),
    ...reasonIf(outcome.kind === "infrastructure", "checks", "its checks are not green"),
    ...(outcome.kind === "red" ? listRedReasons(change, project, outcome) : []),
    ...reasonIf(!change.mergeable.known, "merge_unknown", "it is not known whether it merges"),
    ...reasonIf(isKnown(change.mergeable, false), "conflict", `it does not merge into ${change.base}`),
    ...reasonIf(
      threads > 0,
      "threads_open",
      threads === 1 ? "a review thread is open" : `${threads} review threads are open`,
    ),
    ...reasonIf(
      isStuckOn(project, change),
      "base_red",
      `${project.base.branch} is failing and this change does not fix it`,
    ),
    ...listPolicyReasons(change, rules.policy, now),
  ];
}

function describePending({ round }: Change): string {
  const calledOff = round.kind === "none" ? round.calledOff : undefined;
  if (calledOff === "session_ended") return "its checks were called off when its session ended";
  if (calledOff === "settings_changed") return "its checks have not run with the settings of now";
  return "its checks are not finished";
}

/**
 * A red head may land where all that it fails it has from the base: the candidate decides, on the base of now. While the
 * base fails, only a head that lacks one of its failures is worth a try.
 */
function listRedReasons(change: Change, project: Project, { failed, broken }: Red): readonly GateReason[] {
  const { branch, health } = project.base;
  if (broken.length > 0 || listOwnFailures(failed, project, change).length > 0)
    return [{ code: "checks", sentence: "its checks are not green" }];
  if (health.kind === "green" || health.kind === "unchecked" || isStuckOn(project, change)) return [];
  if (health.kind !== "red")
    return [{ code: "checks", sentence: `its checks fail, and it is not known yet whether ${branch} fails, too` }];
  const mayFix = lacksBaseFailure(listChecks(change), listBaseFailures(project));
  return reasonIf(!mayFix, "base_red", `${branch} is failing and this change does not fix it`);
}

type Red = Extract<Outcome, { kind: "red" }>;

/** On a red base everything is tried once, since it may be what fixes a failure: only what makes the base better lands. */
function isStuckOn({ base }: Project, { queue }: Change): boolean {
  return base.health.kind === "red" && base.head !== null && queue?.notMending === base.head;
}

function reasonIf(condition: boolean, code: GateReason["code"], sentence: string): readonly GateReason[] {
  return condition ? [{ code, sentence }] : [];
}

/** First asked, first landed; the id decides between equals, so that the order never wavers. */
export function compareLandingOrder(left: Change, right: Change): number {
  const byTime = (left.queue?.requestedAtMs ?? 0) - (right.queue?.requestedAtMs ?? 0);
  return byTime !== 0 ? byTime : left.id < right.id ? -1 : 1;
}
