/** May this change land? One pure function that gives every reason, not only the first. */
import { listApprovals, listApprovers, isVouchedFor, listChangeRequests, type Change } from "../change/change.ts";
import { matchesAny } from "../model/glob.ts";
import { isOwner, ownersFiles } from "../model/owners.ts";
import type { Now } from "../model/now.ts";
import type { PolicyRules } from "../model/rules.ts";

export type Reason = { readonly code: ReasonCode; readonly sentence: string };
export type ReasonCode =
  | "unvouched"
  | "draft"
  | "approvals"
  | "changes_requested"
  | "threads_open"
  | "protected_path"
  | "owners"
  | "too_large"
  | "hold_label"
  | "frozen";

/** An empty list means yes. `ownPaths` are our own configuration, prompts and hooks: always for a person. */
export function listPolicyReasons(change: Change, rules: PolicyRules, now: Now): readonly Reason[] {
  return [
    ...vouchReasons(change),
    ...reasonIf(change.state.kind === "draft", "draft", "it is a draft; `ao change ready` ends that"),
    ...listApprovalReasons(change, rules),
    ...listPathReasons(change, rules),
    ...listSizeReasons(change, rules),
    ...rules.holdLabels
      .filter((label) => change.labels.includes(label))
      .map((label): Reason => ({ code: "hold_label", sentence: `the label ${label} holds it` })),
    ...reasonIf(isFrozen(rules, now), "frozen", "landing is frozen now"),
  ];
}

/** Paths that steer the orchestrator itself: a change may never loosen its own checks. */
export const ownPaths = ["agent-orchestrator.yaml", "**/agent-orchestrator.yaml", ".agent-orchestrator/**"] as const;

/** A stranger's change: nothing of it is run here, pushed or landed before somebody who may write stands for it. */
function vouchReasons(change: Change): readonly Reason[] {
  if (isVouchedFor(change)) return [];
  const until = "until somebody who may write approves this head, or asks for it to land";
  return [{ code: "unvouched", sentence: `${nameAuthorRight(change)}: nothing of it runs here ${until}` }];
}

function nameAuthorRight({ author }: Change): string {
  if (author === undefined || author.kind === "self") return "its author is unknown";
  if (author.kind === "bot") return `${author.name}, a bot that is not listed, opened it`;
  return author.canWrite.known
    ? `${author.name}, who opened it, may not write here`
    : `whether ${author.name}, who opened it, may write here is not known`;
}

function listApprovalReasons(change: Change, rules: PolicyRules): readonly Reason[] {
  const given = listApprovals(change);
  const asking = listChangeRequests(change);
  return [
    ...reasonIf(
      given.length < rules.approvals,
      "approvals",
      `it has ${given.length} of ${rules.approvals} approvals on its current head`,
    ),
    ...reasonIf(asking.length > 0, "changes_requested", `${asking.join(", ")} asked for changes`),
  ];
}

/** Protected paths need a person's approval even where the policy asks for none. */
function listPathReasons(change: Change, rules: PolicyRules): readonly Reason[] {
  const given = listApprovals(change);
  const decisive = [...ownPaths, ...(rules.codeOwners ? ownersFiles : []), ...rules.protectedPaths];
  const guarded = change.paths.filter((path) => matchesAny(path, decisive));
  return [
    ...reasonIf(
      guarded.length > 0 && given.length === 0,
      "protected_path",
      `it touches ${guarded.slice(0, 3).join(", ")}, which needs a person`,
    ),
    ...(rules.codeOwners ? listOwnerReasons(change) : []),
  ];
}

/** Whoever else has approved: of each path one of its owners must. */
function listOwnerReasons(change: Change): readonly Reason[] {
  const given = listApprovers(change);
  const missing = change.owners.filter(({ owners }) => !owners.some((owner) => given.some((by) => isOwner(owner, by))));
  return missing.map(({ path, owners }) => {
    const some = owners.length > OWNERS_NAMED ? [...owners.slice(0, OWNERS_NAMED), "another"] : owners;
    return { code: "owners", sentence: `${some.join(" or ")}, owner of ${path}, has not approved` };
  });
}

const OWNERS_NAMED = 3;

function listSizeReasons(change: Change, rules: PolicyRules): readonly Reason[] {
  const tooLarge =
    rules.maxDiffLines !== null && change.diffLines > rules.maxDiffLines && listApprovals(change).length === 0;
  return reasonIf(
    tooLarge,
    "too_large",
    `${change.diffLines} changed lines are more than ${rules.maxDiffLines}; a person must approve`,
  );
}

export function isFrozen({ freeze }: PolicyRules, { weekMinute }: Pick<Now, "weekMinute">): boolean {
  return freeze.some((window) => isWithin(window, weekMinute));
}

/** Minutes since Monday 00:00; a window may run over the end of the week. */
export function isWithin(window: { readonly from: number; readonly to: number }, minute: number): boolean {
  if (window.from <= window.to) return minute >= window.from && minute < window.to;
  return minute >= window.from || minute < window.to;
}

function reasonIf(condition: boolean, code: ReasonCode, sentence: string): readonly Reason[] {
  return condition ? [{ code, sentence }] : [];
}
