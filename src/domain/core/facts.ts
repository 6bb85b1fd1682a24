/** The subjects a decision is about: each with all it may read and write, and nothing else. */
import type { Candidate } from "../landing/candidate.ts";
import type { Change } from "../change/change.ts";
import type { Effect } from "./effect.ts";
import type { ChangeId, SessionId } from "../model/ids.ts";
import type { Issue } from "../issue/issue.ts";
import type { Message } from "../turn/message.ts";
import type { News } from "./observation.ts";
import type { Project } from "./project.ts";
import type { Session } from "../session/session.ts";

export type Facts = WorkFacts | CandidateFacts | IssueFacts | ProjectFacts;

/**
 * A session with its changes, the messages that are not settled and the one its open turn is about; or a change that no session of ours works on
 * (`session` is null then, and before a session was started).
 */
export type WorkFacts = {
  readonly kind: "work";
  readonly project: Project;
  readonly session: Session | null;
  readonly changes: readonly Change[];
  readonly messages: readonly Message[];
  /** What the other projects have spent, on the last day that they spent anything. */
  readonly others: readonly Pick<Project, "spentToday">[];
};

export type CandidateFacts = {
  readonly kind: "candidate";
  readonly project: Project;
  readonly candidate: Candidate | null;
  readonly changes: readonly Change[];
  /** All of the project: a landing may end what they waited for. */
  readonly openChanges: readonly ChangeId[];
};

export type IssueFacts = {
  readonly kind: "issue";
  readonly project: Project;
  readonly issue: Issue | null;
  readonly liveSessions: readonly SessionId[];
};

export type ProjectFacts = {
  readonly kind: "project";
  readonly project: Project;
  readonly openChanges: readonly ChangeId[];
};

export type Decision = {
  readonly next: Facts;
  readonly effects: readonly Effect[];
  /** News for other subjects: decided in the same transaction, each with the facts of its own subject. */
  readonly followUps: readonly News[];
  /** One sentence a step, for people: `ao why` and the timeline. */
  readonly why: readonly string[];
};
