/** The gate before landing, and the order behind it. */
import { checksOutcome, isOpenChange, type Change } from "./change.ts";
import type { Now } from "./now.ts";
import { isKnown } from "./known.ts";
import { policy, type ReasonCode } from "./policy.ts";
import type { Project } from "./project.ts";
import { requiredChecks, type Rules } from "./rules.ts";
import { threadsToAnswer } from "./reviews.ts";

export type GateReason = {
  readonly code: ReasonCode | "closed" | "checks" | "merge_unknown" | "conflict" | "base_red";
  readonly sentence: string;
};

/** Why the change may not land now, every reason; none means it may. */
export function gate(change: Change, project: Project, rules: Rules, now: Now): readonly GateReason[] {
  const outcome = checksOutcome(change, requiredChecks(rules));
  const threads = threadsToAnswer(change).length;
  return [
    ...when(!isOpenChange(change), "closed", "it is not open"),
    ...when(outcome.kind === "pending", "checks", "its checks are not finished"),
    ...when(outcome.kind === "red" || outcome.kind === "infrastructure", "checks", "its checks are not green"),
    ...when(!change.mergeable.known, "merge_unknown", "it is not known whether it merges"),
    ...when(isKnown(change.mergeable, false), "conflict", `it does not merge into ${change.base}`),
    ...when(
      threads > 0,
      "threads_open",
      threads === 1 ? "a review thread is open" : `${threads} review threads are open`,
    ),
    ...when(isStuckOn(project, change), "base_red", `${project.base.branch} itself is red, and it does not mend that`),
    ...policy(change, rules.policy, now),
  ];
}

/** On a red base everything is tried once, since it may be what mends it: only a green candidate lands. */
function isStuckOn({ base }: Project, { queue }: Change): boolean {
  return base.health.kind === "red" && base.head !== null && queue?.notMending === base.head;
}

function when(condition: boolean, code: GateReason["code"], sentence: string): readonly GateReason[] {
  return condition ? [{ code, sentence }] : [];
}

/** First asked, first landed; the id decides between equals, so that the order never wavers. */
export function landingOrder(left: Change, right: Change): number {
  const byTime = (left.queue?.requestedAtMs ?? 0) - (right.queue?.requestedAtMs ?? 0);
  return byTime !== 0 ? byTime : left.id < right.id ? -1 : 1;
}
