/** Which subject an observation is about, and all that is known of it: one read, no `await`. */
import type { Facts, WorkFacts } from "../domain/core/facts.ts";
import type { Change, ChangeSnapshot } from "../domain/change/change.ts";
import type { Command } from "../domain/core/command.ts";
import type { CandidateId, ChangeId, IssueId, ProjectId, SessionId } from "../domain/model/ids.ts";
import type { Message } from "../domain/turn/message.ts";
import { isCommandAbout, isNewsAbout, type NewsAbout } from "../domain/core/news-subjects.ts";
import type { Observation } from "../domain/core/observation.ts";
import type { Project } from "../domain/core/project.ts";
import { openTurn, type Session } from "../domain/session/session.ts";
import type { EffectSubject } from "../domain/core/subject.ts";
import { unreachable } from "../domain/model/unreachable.ts";
import type { Store } from "../store/open.ts";

/** Null: the subject is not known here (its project was removed, say), and the observation says nothing to us. */
export function loadFacts(store: Store, observation: Observation): Facts | null {
  if (isNewsAbout("session", observation)) return sessionFacts(store, observation.session);
  if (isNewsAbout("change", observation)) return aboutChange(store, observation);
  if (isNewsAbout("candidate", observation)) return aboutCandidate(store, observation);
  if (isNewsAbout("issue", observation)) return aboutIssue(store, observation);
  if (isNewsAbout("project", observation)) return projectFacts(store, observation.project);
  if (isNewsAbout("commanded", observation)) return commandFacts(store, observation.command);
  return observation.kind === "checks_finished"
    ? checkedFacts(store, observation)
    : subjectFacts(store, observation.subject);
}

/** A snapshot may be the first that is heard of a change. */
const aboutChange = (store: Store, news: NewsAbout<"change">): Facts | null =>
  news.kind === "change_observed" ? snapshotFacts(store, news.project, news.change) : changeFacts(store, news.change);

const aboutCandidate = (store: Store, news: NewsAbout<"candidate">): Facts | null =>
  candidateFacts(store, news.candidate, news.kind === "candidate_planned" ? news : undefined);

const aboutIssue = (store: Store, news: NewsAbout<"issue">): Facts | null =>
  issueFacts(store, news.project, news.kind === "issue_observed" ? news.issue.id : news.issue);

/** A session with all that a decision about it may read; null when it or its project is not known. */
export function sessionFacts(store: Store, id: SessionId): WorkFacts | null {
  const session = store.sessions.get(id);
  const project = session === null ? null : store.projects.get(session.project);
  return session === null || project === null ? null : factsAround(store, project, session);
}

/** The same for a session and a project that were just read. */
export function factsAround(store: Store, project: Project, session: Session): WorkFacts {
  const changes = store.changes.ofSession(session.id);
  const others = store.projects.spentElsewhere(project.id);
  return { kind: "work", project, session, changes, messages: messagesOf(store, session), others };
}

/** What is not settled, and what the open turn is about, which may have been read long ago. */
function messagesOf(store: Store, session: Session): readonly Message[] {
  const unsettled = store.messages.unsettledOf(session.id);
  const turn = openTurn(session);
  if (turn === null || unsettled.some((message) => message.id === turn.message)) return unsettled;
  const current = store.messages.get(turn.message);
  return current === null ? unsettled : [current, ...unsettled];
}

function changeFacts(store: Store, id: ChangeId): WorkFacts | null {
  const change = store.changes.get(id);
  if (change === null) return null;
  return change.session === null ? loneChange(store, change.project, change) : sessionFacts(store, change.session);
}

function loneChange(store: Store, projectId: ProjectId, change: Change | null): WorkFacts | null {
  const project = store.projects.get(projectId);
  if (project === null) return null;
  const changes = change === null ? [] : [change];
  return { kind: "work", project, session: null, changes, messages: [], others: [] };
}

/** A change that is not known yet belongs to the session of its branch, if there is one: found and adopted. A fork has its own. */
function snapshotFacts(
  store: Store,
  project: ProjectId,
  snapshot: Pick<ChangeSnapshot, "id" | "branch" | "isFromFork">,
): WorkFacts | null {
  const known = changeFacts(store, snapshot.id);
  if (known !== null) return known;
  const session = snapshot.isFromFork === true ? null : store.sessions.byBranch(project, snapshot.branch);
  return session === null ? loneChange(store, project, null) : sessionFacts(store, session.id);
}

function checkedFacts(store: Store, { of }: Extract<Observation, { kind: "checks_finished" }>): Facts | null {
  if (of.kind === "change") return changeFacts(store, of.change);
  return of.kind === "candidate" ? candidateFacts(store, of.candidate) : projectFacts(store, of.project);
}

type PlannedCandidate = { readonly project: ProjectId; readonly changes: readonly ChangeId[] };

function candidateFacts(store: Store, id: CandidateId, planned?: PlannedCandidate): Facts | null {
  const candidate = store.candidates.get(id);
  const projectId = candidate?.project ?? planned?.project;
  const ids = candidate?.changes.map((change) => change.id) ?? planned?.changes ?? [];
  const project = projectId === undefined ? null : store.projects.get(projectId);
  if (project === null) return null;
  const changes = ids.flatMap((change) => store.changes.get(change) ?? []);
  return { kind: "candidate", project, candidate, changes, openChanges: store.changes.openOf(project.id) };
}

function issueFacts(store: Store, projectId: ProjectId, id: IssueId): Facts | null {
  const project = store.projects.get(projectId);
  if (project === null) return null;
  return {
    kind: "issue",
    project,
    issue: store.issues.get(id),
    liveSessions: store.sessions.liveOfIssue(projectId, id),
  };
}

function projectFacts(store: Store, id: ProjectId): Facts | null {
  const project = store.projects.get(id);
  return project === null ? null : { kind: "project", project, openChanges: store.changes.openOf(id) };
}

function commandFacts(store: Store, command: Command): Facts | null {
  if (isCommandAbout("session", command)) return sessionFacts(store, command.session);
  if (isCommandAbout("change", command)) return changeFacts(store, command.change);
  if (isCommandAbout("project", command)) return projectFacts(store, command.project);
  if (isCommandAbout("issue", command)) {
    const issue = store.issues.get(command.issue);
    return issue === null ? null : issueFacts(store, issue.project, issue.id);
  }
  return sessionFacts(store, command.session.id) ?? loneChange(store, command.session.project, null);
}

/** All that is known of a subject by its name. */
export function subjectFacts(store: Store, subject: EffectSubject): Facts | null {
  switch (subject.kind) {
    case "session":
      return sessionFacts(store, subject.session);
    case "change":
      return changeFacts(store, subject.change);
    case "candidate":
      return candidateFacts(store, subject.candidate);
    case "project":
      return projectFacts(store, subject.project);
    default:
      return unreachable(subject);
  }
}
