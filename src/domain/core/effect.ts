/**
 * What is to be done, in the imperative. Each effect carries a key that names the deed, so that the outbox holds it
 * once; performing it twice is harmless, or its performer looks first whether it was done.
 */
import type {
  CandidateId,
  ChangeId,
  CommitSha,
  IncidentId,
  IssueId,
  MessageId,
  ProjectId,
  SessionId,
  ThreadId,
  TurnId,
} from "../model/ids.ts";
import type { TroubleKind } from "../incident/incident.ts";
import type { IssueProgress } from "../issue/issue.ts";
import type { Ms } from "../model/now.ts";
import type { MergeStrategy, Priority } from "../model/rules.ts";
import type { CheckSubject } from "./subject.ts";

export type EffectRequest =
  | { readonly kind: "create_workspace"; readonly session: SessionId }
  | { readonly kind: "run_setup"; readonly session: SessionId; readonly path: string }
  | { readonly kind: "remove_workspace"; readonly session: SessionId; readonly keep: boolean }
  | {
      readonly kind: "start_turn";
      readonly session: SessionId;
      readonly turn: TurnId;
      /** The session's turn before this one. */
      readonly after: TurnId | null;
      readonly message: MessageId;
      readonly n: number;
      /** Told in the place of the message, in a conversation that is new. */
      readonly handover?: string;
    }
  | { readonly kind: "commit_workspace"; readonly session: SessionId }
  | { readonly kind: "steer_turn"; readonly session: SessionId; readonly turn: TurnId; readonly text: string }
  | {
      readonly kind: "answer_question";
      readonly session: SessionId;
      readonly turn: TurnId;
      readonly questionId: string;
      readonly text: string;
    }
  | { readonly kind: "interrupt_turn"; readonly session: SessionId; readonly turn: TurnId }
  | { readonly kind: "stop_turn"; readonly session: SessionId; readonly turn: TurnId }
  | {
      readonly kind: "publish_head";
      readonly session: SessionId;
      readonly head: CommitSha;
      readonly replaces: Replaces;
    }
  | {
      readonly kind: "run_checks";
      readonly of: CheckSubject;
      readonly project: ProjectId;
      readonly n: number;
      readonly names: readonly string[];
      readonly notBeforeMs: Ms | null;
      /** Also what is known to be green: a person asked for it. */
      readonly isForced?: true;
    }
  | { readonly kind: "cancel_checks"; readonly of: CheckSubject; readonly project: ProjectId; readonly runKey: string }
  | { readonly kind: "build_candidate"; readonly candidate: CandidateId; readonly strategy: MergeStrategy }
  | { readonly kind: "land_candidate"; readonly candidate: CandidateId; readonly notBeforeMs: Ms | null }
  | {
      readonly kind: "answer_thread";
      readonly change: ChangeId;
      readonly thread: ThreadId;
      readonly text: string;
      readonly resolve: boolean;
      /** It is resolved, and the answer names the newer commit, only if its place changed between these two. */
      readonly ifChanged?: { readonly from: CommitSha; readonly to: CommitSha };
    }
  | { readonly kind: "close_issue"; readonly issue: IssueId; readonly project: ProjectId; readonly text: string }
  | {
      readonly kind: "move_issue";
      readonly issue: IssueId;
      readonly project: ProjectId;
      readonly session: SessionId;
      readonly to: Exclude<IssueProgress, "landed">;
    }
  | {
      readonly kind: "notify";
      readonly project: ProjectId;
      readonly subject: NoticeSubject;
      readonly priority: Priority;
      readonly text: string;
    }
  | {
      readonly kind: "run_action";
      readonly project: ProjectId;
      readonly session: SessionId;
      readonly command: readonly string[];
    };

/** What our push may replace: exactly the commit we put there, or only what our head already contains. */
export type Replaces = { readonly kind: "exactly"; readonly commit: CommitSha } | { readonly kind: "ancestors" };

export type NoticeSubject =
  | {
      readonly kind: "incident";
      readonly incident: IncidentId;
      readonly trouble: TroubleKind;
      readonly session: SessionId | null;
      readonly change: ChangeId | null;
    }
  | {
      readonly kind: "reaction_prepared";
      readonly incident: IncidentId;
      readonly session: SessionId;
      /** The first that waited for this decision; absent in what was noted before it was. */
      readonly message?: MessageId;
    }
  | { readonly kind: "change_ready"; readonly change: ChangeId; readonly head: CommitSha }
  | { readonly kind: "base_red"; readonly project: ProjectId }
  | { readonly kind: "base_unknown"; readonly project: ProjectId }
  | { readonly kind: "set_aside"; readonly what: string }
  | { readonly kind: "budget"; readonly project: ProjectId }
  | { readonly kind: "landing_blocked"; readonly candidate: CandidateId };

export type Effect = EffectRequest & { readonly key: string };
export type EffectKind = EffectRequest["kind"];
