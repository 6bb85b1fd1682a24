/** Branded strings: a session id can never be passed where a change id is meant. Made only here, trusted everywhere else. */

declare const brand: unique symbol;
type Brand<Kind extends string> = string & { readonly [brand]: Kind };

export type ProjectId = Brand<"project">;
export type IssueId = Brand<"issue">;
export type SessionId = Brand<"session">;
export type ChangeId = Brand<"change">;
export type CandidateId = Brand<"candidate">;
export type TurnId = Brand<"turn">;
export type MessageId = Brand<"message">;
export type IncidentId = Brand<"incident">;
export type ObservationId = Brand<"observation">;
export type ThreadId = Brand<"thread">;
export type CommitSha = Brand<"commit">;
export type TreeSha = Brand<"tree">;

export const projectId = (text: string): ProjectId => text as ProjectId;
export const issueId = (text: string): IssueId => text as IssueId;
export const sessionId = (text: string): SessionId => text as SessionId;
export const changeId = (text: string): ChangeId => text as ChangeId;
export const candidateId = (text: string): CandidateId => text as CandidateId;
export const turnId = (text: string): TurnId => text as TurnId;
export const messageId = (text: string): MessageId => text as MessageId;
export const incidentId = (text: string): IncidentId => text as IncidentId;
export const observationId = (text: string): ObservationId => text as ObservationId;
export const threadId = (text: string): ThreadId => text as ThreadId;
export const commitSha = (text: string): CommitSha => text as CommitSha;
export const treeSha = (text: string): TreeSha => text as TreeSha;
