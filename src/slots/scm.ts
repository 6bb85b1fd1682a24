import type { ChangeSnapshot, HttpHead } from "../domain/change/change.ts";
import type { Replaces } from "../domain/core/effect.ts";
import type { CandidateId, ChangeId, CommitSha, SessionId, ThreadId } from "../domain/model/ids.ts";
import type { LandedAs, MadeCommit } from "../domain/landing/candidate.ts";
import type { MergeStrategy } from "../domain/model/rules.ts";
import type { ChangeReviewer } from "./change-reviewer.ts";
import type { HintKind } from "./hint.ts";
import type { SlotResult } from "./result.ts";

/**
 * Where changes live and land (local forge, GitHub, GitLab).
 *
 * Reads may be stale; `version` tells. Every write may be called again after a lost answer and must find its own work
 * done: by commit for publishing, by candidate id for building, by ancestry for landing, by key for answers.
 */
export type ScmPlugin = {
  readonly name: string;
  readonly credential: string;
  /** Every change that changed after `cursor` (null: all open ones), and where the base branch is. */
  since(cursor: string | null): Promise<SlotResult<ScmReading>>;
  /** Reads one change as it is now. */
  read(change: ChangeId): Promise<SlotResult<ChangeSnapshot, "gone">>;
  /** Puts the head where others see it and opens the change if there is none. Never replaces more than allowed. */
  publish(request: PublishRequest): Promise<SlotResult<PublishAnswer>>;
  answerThread(request: {
    readonly change: ChangeId;
    readonly thread: ThreadId;
    readonly text: string;
    readonly resolve: boolean;
    readonly key: string;
  }): Promise<SlotResult<ChangeSnapshot | null, "gone">>;
  /** Makes the commit that will be checked, and lands nothing. */
  buildCandidate(request: CandidateRequest): Promise<SlotResult<BuildAnswer>>;
  /** Moves the base to the candidate, if base and changes are still as expected; all of it or nothing. */
  land(request: LandRequest): Promise<SlotResult<LandAnswer>>;
  /** Does this one live here? Left out: all of the project's do. One that lives elsewhere is not landed. */
  holds?(change: ChangeId): boolean;
  /** A hint that something happened there: whoever paces its readings asks soon. `of`: what it was; left out: anything. */
  wake?(of?: HintKind): void;
  /** What its deliveries call the repository: it may have been renamed since the settings named it. Left out: as they name it. */
  currentName?(): string;
  /** Left out: people review elsewhere, here changes are only read. */
  readonly desk?: ChangeReviewer;
};

export type ScmReading = {
  readonly changes: readonly ChangeSnapshot[];
  readonly base: HttpHead | null;
  /** This forge runs checks on the base by itself: the checks slot is asked what they say of it. */
  readonly baseHasChecks?: boolean;
  readonly cursor: string;
  /** It was not time yet, so nobody was asked. */
  readonly unasked?: true;
};

export type PublishRequest = {
  readonly session: SessionId;
  readonly branch: string;
  readonly base: string;
  readonly head: CommitSha;
  readonly replaces: Replaces;
  readonly title: string;
  readonly body: string;
  /** What the commit that lands it says of where it comes from, a `Name: value` each. */
  readonly trailers?: readonly string[];
  /** What it took so far, a `Name: value` each, for whoever reads its description; no part of history. */
  readonly evidence?: readonly string[];
};
export type PublishAnswer =
  | { readonly kind: "published"; readonly change: ChangeSnapshot }
  | { readonly kind: "refused"; readonly theirs: CommitSha };

export type CandidateRequest = {
  readonly candidate: CandidateId;
  readonly base: string;
  readonly onto: CommitSha;
  readonly changes: readonly { readonly id: ChangeId; readonly head: CommitSha }[];
  readonly strategy: MergeStrategy;
};
export type BuildAnswer =
  | { readonly kind: "built"; readonly made: MadeCommit }
  /** `theirs`: what was changed in those paths before it, as a diff; empty where this forge cannot tell. */
  | {
      readonly kind: "conflict";
      readonly change: ChangeId;
      readonly paths: readonly string[];
      readonly theirs: string;
    };

export type LandRequest = {
  readonly candidate: CandidateId;
  readonly base: string;
  readonly onto: CommitSha;
  readonly made: MadeCommit;
  /** The snapshots the gate was judged by; a forge that can compares their versions in the same step. */
  readonly changes: readonly LandedChange[];
};

export type LandedChange = {
  readonly id: ChangeId;
  readonly head: CommitSha;
  readonly version: number;
  /** What its description says in the end. */
  readonly evidence?: readonly string[];
};
export type LandAnswer =
  /** `as`: where the forge made commits of its own, the one of each change; left out: they landed as the candidate itself. */
  | { readonly kind: "landed"; readonly as?: readonly LandedAs[] }
  | { readonly kind: "refused"; readonly why: "base_moved" | "change_moved" }
  /** The person's own checkout is in the way of these paths. */
  | { readonly kind: "blocked"; readonly paths: readonly string[] };
