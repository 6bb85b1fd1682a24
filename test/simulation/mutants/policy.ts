/** Who has to agree. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("policy");

export const policyMutants = [
  mutant(
    "NO_APPROVALS",
    "approvals are not asked for",
    patch("domain/landing/policy.ts", "given.length < rules.approvals", "given.length < 0"),
  ),
  mutant(
    "IGNORE_REQUESTS",
    "a request for changes does not stand in the way",
    patch("domain/landing/policy.ts", "asking.length > 0", "asking.length > 9"),
  ),
  mutant(
    "IGNORE_DRAFT",
    "a draft may land",
    patch(
      "domain/landing/policy.ts",
      'reasonIf(change.state.kind === "draft"',
      'reasonIf(change.state.kind === "closed"',
    ),
    patch("domain/landing/request.ts", 'change.state.kind !== "open"', 'change.state.kind === "closed"'),
  ),
  mutant(
    "IGNORE_HOLD",
    "a hold label holds nothing",
    patch(
      "domain/landing/policy.ts",
      ".filter((label) => change.labels.includes(label))",
      ".filter((label) => label === change.id)",
    ),
  ),
  mutant(
    "FREEZE_OVER_WEEKEND",
    "a freeze that runs over the end of the week is none",
    patch("domain/landing/policy.ts", "return minute >= window.from || minute < window.to;", "return false;"),
  ),
  mutant(
    "ANYBODY_OWNS",
    "any approval counts as an owner's",
    patch(
      "domain/landing/policy.ts",
      "given.some((by) => isOwner(owner, by))",
      "given.some((by) => isOwner(owner, by) || by)",
    ),
  ),
  mutant(
    "PROTECTED_FROM_TWO",
    "a single protected path is not protected",
    patch("domain/landing/policy.ts", "guarded.length > 0 && given", "guarded.length > 1 && given"),
  ),
  mutant(
    "ANYBODY_APPROVES",
    "the approval of a stranger counts",
    patch("domain/change/change.ts", "({ canWrite }) => isKnown(canWrite, true)", "() => true"),
  ),
];
