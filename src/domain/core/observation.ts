/**
 * What was seen, in the past tense. Each observation carries the identity it speaks of (head, turn, version), so that
 * late news about something older can be told apart, and ignored in one place: `explainLate` in `late-news.ts`.
 */
import type { Landing } from "../landing/candidate.ts";
import type { ChangeSnapshot, HttpHead } from "../change/change.ts";
import type { CheckResult } from "../checks/check.ts";
import type { GivenCommand } from "./command.ts";
import type { EffectKind } from "./effect.ts";
import type {
  CandidateId,
  ChangeId,
  CommitSha,
  IssueId,
  MessageId,
  ObservationId,
  ProjectId,
  SessionId,
  TreeSha,
  TurnId,
} from "../model/ids.ts";
import type { IssueSnapshot } from "../issue/issue.ts";
import type { LandingRefusal, LandingTrouble } from "../landing/trouble.ts";
import type { Known } from "../model/known.ts";
import type { Ms } from "../model/now.ts";
import type { CheckSubject, DueSubject, EffectSubject } from "./subject.ts";
import type { Context, Sign, Usage } from "../model/usage.ts";

export type TurnResult =
  | { readonly kind: "done" }
  | { readonly kind: "asked"; readonly questionId: string; readonly text: string; readonly choices: readonly string[] }
  | { readonly kind: "interrupted" }
  | { readonly kind: "failed"; readonly why: string }
  /** The program never began: the message was not read. */
  | { readonly kind: "never_started"; readonly why: string }
  | { readonly kind: "limit_reached"; readonly untilWallMs: Ms };

export type News =
  | { readonly kind: "issue_observed"; readonly project: ProjectId; readonly issue: IssueSnapshot }
  | {
      readonly kind: "issue_assigned";
      readonly project: ProjectId;
      readonly issue: IssueId;
      readonly session: SessionId;
    }
  | { readonly kind: "workspace_created"; readonly session: SessionId; readonly path: string; readonly base: CommitSha }
  | { readonly kind: "setup_finished"; readonly session: SessionId; readonly path: string }
  | { readonly kind: "workspace_removed"; readonly session: SessionId; readonly rescueRef: string | null }
  | {
      readonly kind: "turn_written";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly message: MessageId;
      /** What was found amiss in the workspace before it, and put right. */
      readonly repaired?: readonly string[];
    }
  | {
      readonly kind: "turn_acknowledged";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly message: MessageId;
    }
  | ({ readonly kind: "turn_progressed"; readonly session: SessionId; readonly turn: TurnId } & Sign)
  | {
      readonly kind: "question_asked";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly questionId: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  | {
      readonly kind: "question_answered";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly questionId: string;
    }
  | {
      readonly kind: "turn_ended";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly result: TurnResult;
      readonly head: Known<HttpHead>;
      readonly dirty: boolean;
      readonly usage: Usage;
      readonly context?: Context;
      readonly words: string;
      /** What was found amiss in the workspace after it, and put right. */
      readonly repaired?: readonly string[];
    }
  /** `alive: unknown` proves nothing; `false` means the turn's process is gone without having ended its turn. */
  | { readonly kind: "turn_probed"; readonly session: SessionId; readonly turn: TurnId; readonly alive: Known<boolean> }
  /** What the turn was to say no longer held when it was about to begin; nothing was started. */
  | { readonly kind: "turn_withdrawn"; readonly session: SessionId; readonly turn: TurnId }
  /** The turn was about to begin, and its workspace is not there any more; nothing was started. */
  | { readonly kind: "workspace_lost"; readonly session: SessionId; readonly turn: TurnId; readonly why: string }
  /** The agent cannot be spoken to while it works. */
  | { readonly kind: "steer_refused"; readonly session: SessionId; readonly turn: TurnId }
  | {
      readonly kind: "change_observed";
      readonly project: ProjectId;
      readonly change: ChangeSnapshot;
      /** It is the answer to our push of this head. */
      readonly published?: CommitSha;
    }
  | {
      readonly kind: "publish_refused";
      readonly session: SessionId;
      readonly head: CommitSha;
      readonly theirs: CommitSha;
    }
  | {
      readonly kind: "checks_finished";
      readonly of: CheckSubject;
      readonly n: number;
      readonly results: readonly CheckResult[];
    }
  /** `hasChecks`: the forge runs checks on it by itself. */
  | {
      readonly kind: "base_observed";
      readonly project: ProjectId;
      readonly head: HttpHead;
      readonly hasChecks?: boolean;
    }
  | {
      readonly kind: "candidate_planned";
      readonly candidate: CandidateId;
      readonly project: ProjectId;
      readonly changes: readonly ChangeId[];
    }
  | {
      readonly kind: "candidate_built";
      readonly candidate: CandidateId;
      readonly commit: CommitSha;
      readonly tree: TreeSha;
    }
  | {
      readonly kind: "candidate_conflicted";
      readonly candidate: CandidateId;
      readonly change: ChangeId;
      readonly paths: readonly string[];
      /** What was changed there before it, as a diff. */
      readonly theirs?: string;
    }
  /** One of its changes has left it: closed, moved on, or taken out of the queue. */
  | { readonly kind: "candidate_abandoned"; readonly candidate: CandidateId }
  /** It is known again whether its base is green, or the base is another. */
  | { readonly kind: "candidate_base_settled"; readonly candidate: CandidateId }
  | ({ readonly kind: "candidate_landed"; readonly candidate: CandidateId } & Landing)
  | { readonly kind: "landing_blocked"; readonly candidate: CandidateId; readonly paths: readonly string[] }
  | { readonly kind: "landing_refused"; readonly candidate: CandidateId; readonly why: LandingRefusal }
  /** From a candidate to the session or person of its change. */
  | {
      readonly kind: "landing_failed";
      readonly change: ChangeId;
      readonly candidate: CandidateId;
      readonly trouble: LandingTrouble;
    }
  | { readonly kind: "change_landed"; readonly change: ChangeId; readonly commit: CommitSha }
  /** It is known again whether the base is green: whoever waited for that, or was excused by it, is looked at. */
  | { readonly kind: "base_settled"; readonly change: ChangeId }
  /** Its checks depend on other `settings` now, or the tree of the `base` that failed passes: what was found may not hold. */
  | { readonly kind: "checks_outdated"; readonly change: ChangeId; readonly by: "settings" | "base" }
  | {
      readonly kind: "workspace_committed";
      readonly session: SessionId;
      readonly head: HttpHead;
      readonly byHand?: true;
    }
  | { readonly kind: "turn_granted"; readonly session: SessionId }
  /** The session it was to begin after has landed, or has ended without that. */
  | { readonly kind: "wait_over"; readonly session: SessionId; readonly landed: boolean }
  | {
      readonly kind: "issue_changed";
      readonly session: SessionId;
      readonly as: "edited" | "closed" | "reopened";
      readonly text: string;
    }
  | GivenCommand
  | { readonly kind: "due"; readonly subject: DueSubject }
  | {
      readonly kind: "effect_failed";
      readonly effect: EffectKind;
      readonly subject: EffectSubject;
      readonly why: string;
      readonly isUndone?: boolean;
      /** Which run of the checks, where the effect was one. */
      readonly run?: CheckRunIdentity;
    };

export type CheckRunIdentity = { readonly tree: TreeSha; readonly n: number };

export type Observation = News & { readonly id: ObservationId };
