/**
 * The rounds in which the checks of one tree are run, for a change, a candidate and the base alike.
 *
 * A run that is green, or red in a way that was seen before, settles the tree. A run without a verdict (a runner died,
 * somebody cancelled it) is tried again after a wait that doubles each time; after `infrastructureRetriesMax` retries
 * nobody goes on trying, and its owner says what that means. A red run with a new fingerprint may be a flake: it is run
 * once more at once, as long as doubts are left. Whoever owns the rounds says how often that is.
 */
import { limits } from "../model/limits.ts";
import type { Ms } from "../model/now.ts";

export type Rounds = {
  /** Runs before this one that settled nothing. */
  readonly retries: number;
  /** The wait after the first run without a verdict. */
  readonly firstWaitMs: Ms;
  /** Fingerprints of failures that need no doubt any more. */
  readonly seenRed: readonly string[];
  readonly doubtsLeft: number;
};

export type NextRound = { readonly kind: "again"; readonly delayMs: Ms } | { readonly kind: "enough" };

export function afterNoVerdict({ retries, firstWaitMs }: Pick<Rounds, "retries" | "firstWaitMs">): NextRound {
  return retries < limits.infrastructureRetriesMax
    ? { kind: "again", delayMs: firstWaitMs * 2 ** retries }
    : { kind: "enough" };
}

export function afterRed({ seenRed, doubtsLeft }: Pick<Rounds, "seenRed" | "doubtsLeft">, face: string): NextRound {
  return doubtsLeft > 0 && !seenRed.includes(face) ? { kind: "again", delayMs: 0 } : { kind: "enough" };
}

/**
 * Of what many wait for, a candidate or the base: doubts and retries share one count, so that a check which fails in
 * another way each time comes to an end, too.
 */
export function sharedRounds(retries: number, redBefore: string | null): Rounds {
  return {
    retries,
    firstWaitMs: limits.sharedBackoffMs,
    seenRed: redBefore === null ? [] : [redBefore],
    doubtsLeft: limits.infrastructureRetriesMax - retries,
  };
}
