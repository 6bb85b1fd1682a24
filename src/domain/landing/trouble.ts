import type { CheckResult } from "../checks/check.ts";
import type { CommitSha } from "../model/ids.ts";

/** Why the last step of a landing was not taken. */
export type LandingRefusal = "base_moved" | "change_moved" | "frozen";

/** Why a candidate did not land, as its changes are told. */
export type LandingTrouble =
  | { readonly kind: "red"; readonly head: CommitSha; readonly failed: readonly CheckResult[] }
  | {
      readonly kind: "conflict";
      readonly head: CommitSha;
      readonly paths: readonly string[];
      readonly theirs?: string;
    }
  /** `waited`: for a checkout, meanwhile others landed; that is no fault of the candidate's. */
  | { readonly kind: "again"; readonly why: "base_moved" | "change_moved"; readonly waited?: boolean }
  /** The base it was built on fails in the same way: no fault of its own, and no mending either. */
  | { readonly kind: "base_red"; readonly onto: CommitSha }
  /** Nothing lands now; that ends by itself, and it keeps its place. */
  | { readonly kind: "frozen" }
  | { readonly kind: "gate_closed" }
  | { readonly kind: "failed"; readonly why: string };
