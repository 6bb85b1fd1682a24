/** Who has to agree to a landing, and when nothing lands: the policy told a second time, by other means than the core's. */
import type { PolicyRules } from "../../src/domain/model/rules.ts";
import type { VirtualClock } from "./clock.ts";
import { headOf, lastReviews, type ForgeChange } from "./forge-state.ts";
import { ownConfiguration, ownedAmong } from "./owners.ts";

/** Who has approved the head that stands there now. */
export function approversOf(change: ForgeChange): readonly string[] {
  const head = headOf(change).commit;
  return [...lastReviews(change)].flatMap(([name, review]) =>
    review.kind === "approved" && review.head === head ? [name] : [],
  );
}

/** Sets of people of whom one has not approved yet, and should. */
export function ownersMissing({ codeOwners }: PolicyRules, change: ForgeChange): readonly (readonly string[])[] {
  const given = approversOf(change).map((name) => `@${name}`);
  const owned = codeOwners ? ownedAmong(change.paths) : [];
  return owned.flatMap(({ owners: names }) => (names.some((name) => given.includes(name)) ? [] : [names]));
}

/** The paths of the change that need a person, whatever else the policy asks for. */
export function protectedAmong({ protectedPaths }: PolicyRules, { paths }: ForgeChange): readonly string[] {
  const folders = protectedPaths.map((pattern) => pattern.replace("**", ""));
  return paths.filter((path) => path === ownConfiguration || folders.some((folder) => path.startsWith(folder)));
}

export function isFrozenAt({ freeze }: PolicyRules, weekMinute: number): boolean {
  // A window that ends before it begins runs on into the next week.
  return freeze.some(({ from, to }) => {
    const lengthMinutes = (to - from + WEEK_MINUTES) % WEEK_MINUTES;
    return (weekMinute - from + WEEK_MINUTES) % WEEK_MINUTES < lengthMinutes;
  });
}

/** Was landing frozen at any moment of the last so many milliseconds awake? Windows are hours long. */
export function wasFrozen(policy: PolicyRules, clock: VirtualClock, withinMs: number): boolean {
  if (policy.freeze.length === 0) return false;
  for (let agoMs = 0; agoMs <= withinMs; agoMs += LOOK_EVERY_MS)
    if (isFrozenAt(policy, clock.weekMinute(clock.wallAt(clock.awakeMs - agoMs)))) return true;
  return false;
}

const WEEK_MINUTES = 7 * 24 * 60;
const LOOK_EVERY_MS = 20 * 60_000;
