/** Whom a result, a deadline or an effect is about. */
import type { CandidateId, ChangeId, ProjectId, SessionId, TreeSha } from "../model/ids.ts";

export type CheckSubject =
  | { readonly kind: "change"; readonly change: ChangeId; readonly tree: TreeSha }
  | { readonly kind: "candidate"; readonly candidate: CandidateId; readonly tree: TreeSha }
  | { readonly kind: "base"; readonly project: ProjectId; readonly tree: TreeSha };

export type DueSubject =
  { readonly kind: "session"; readonly session: SessionId } | { readonly kind: "change"; readonly change: ChangeId };

export type EffectSubject =
  | { readonly kind: "session"; readonly session: SessionId }
  | { readonly kind: "change"; readonly change: ChangeId }
  | { readonly kind: "candidate"; readonly candidate: CandidateId }
  | { readonly kind: "project"; readonly project: ProjectId };
