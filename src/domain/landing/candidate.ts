import type { CheckResult } from "../checks/check.ts";
import type { CandidateId, ChangeId, CommitSha, ProjectId, TreeSha } from "../model/ids.ts";

/** A commit made to be checked and then landed as that very commit. Its states are told in `candidate-life.ts`. */
export type Candidate = {
  readonly id: CandidateId;
  readonly project: ProjectId;
  readonly base: string;
  readonly onto: CommitSha;
  /** The heads as they were when the candidate was planned; a change that moved on makes it worthless. */
  readonly changes: readonly { readonly id: ChangeId; readonly head: CommitSha }[];
  readonly state: CandidateState;
};

export type JudgedChange = { readonly id: ChangeId; readonly head: CommitSha; readonly version: number };

export type MadeCommit = { readonly commit: CommitSha; readonly tree: TreeSha };

/** The commit that holds a change on the base, where a forge made one of its own from the tested tree. */
export type LandedAs = { readonly change: ChangeId; readonly commit: CommitSha };

/** `as` left out: all of its changes landed as `commit`. */
export type Landing = { readonly commit: CommitSha; readonly as?: readonly LandedAs[] };

export type CandidateState =
  | { readonly kind: "building" }
  /** `redResults`: it is red, and whether its base fails, too, is awaited. */
  | {
      readonly kind: "checking";
      readonly made: MadeCommit;
      readonly round: number;
      readonly redBefore: string | null;
      readonly redResults?: readonly CheckResult[];
    }
  /**
   * `judged`: the snapshots the gate was opened by. Whatever is newer has not been looked at. `stillFails`: what the base
   * fails without it, too; absent: nothing. `isUnchecked`: no check passed on it. `isPartial`: some were not needed.
   */
  | {
      readonly kind: "landing";
      readonly made: MadeCommit;
      readonly judged: readonly JudgedChange[];
      readonly stillFails?: readonly CheckResult[];
      readonly isUnchecked?: true;
      readonly isPartial?: true;
    }
  | {
      readonly kind: "unpublished";
      readonly made: MadeCommit;
      readonly judged: readonly JudgedChange[];
      readonly stillFails?: readonly CheckResult[];
      readonly isUnchecked?: true;
      readonly isPartial?: true;
      readonly blockedBy: readonly string[];
      /** How often it was tried. */
      readonly tries?: number;
    }
  | { readonly kind: "landed"; readonly made: MadeCommit }
  | { readonly kind: "rejected"; readonly why: RejectReason };

export type RejectReason =
  "red" | "base_red" | "conflict" | "base_moved" | "change_moved" | "frozen" | "gate_closed" | "failed";

export function isLiveCandidate(candidate: Candidate): boolean {
  return candidate.state.kind !== "landed" && candidate.state.kind !== "rejected";
}
