/** Which subject an observation is about, and all that is known of it: one read, no `await`. */
import type { Facts, WorkFacts } from "../../domain/core/facts.ts";
import type { Change, ChangeSnapshot } from "../../domain/change/change.ts";
import type { Command } from "../../domain/core/command.ts";
import type { CandidateId, ChangeId, IssueId, ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Message } from "../../domain/turn/message.ts";
import { isCommandAbout, isNewsAbout, type NewsAbout } from "../../domain/core/news-subjects.ts";
import type { Observation } from "../../domain/core/observation.ts";
import type { Project } from "../../domain/core/project.ts";
import { getOpenTurn, type Session } from "../../domain/session/session.ts";
import type { EffectSubject } from "../../domain/core/subject.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { Store } from "../../store/open.ts";

/** Null: the subject is not known here (its project was removed, say), and the observation says nothing to us. */
export function loadFacts(store: Store, observation: Observation): Facts | null {
  if (isNewsAbout("session", observation)) return loadSessionFacts(store, observation.session);
  if (isNewsAbout("change", observation)) return aboutChange(store, observation);
  if (isNewsAbout("candidate", observation)) return aboutCandidate(store, observation);
  if (isNewsAbout("issue", observation)) return aboutIssue(store, observation);
  if (isNewsAbout("project", observation)) return loadProjectFacts(store, observation.project);
  if (isNewsAbout("commanded", observation)) return loadCommandFacts(store, observation.command);
  return observation.kind === "checks_finished"
    ? loadCheckedFacts(store, observation)
    : loadSubjectFacts(store, observation.subject);
}

/** A snapshot may be the first that is heard of a change. */
const aboutChange = (store: Store, news: NewsAbout<"change">): Facts | null =>
  news.kind === "change_observed"
    ? loadSnapshotFacts(store, news.project, news.change)
    : loadChangeFacts(store, news.change);

const aboutCandidate = (store: Store, news: NewsAbout<"candidate">): Facts | null =>
  loadCandidateFacts(store, news.candidate, news.kind === "candidate_planned" ? news : undefined);

const aboutIssue = (store: Store, news: NewsAbout<"issue">): Facts | null =>
  loadIssueFacts(store, news.project, news.kind === "issue_observed" ? news.issue.id : news.issue);

/** A session with all that a decision about it may read; null when it or its project is not known. */
export function loadSessionFacts(store: Store, id: SessionId): WorkFacts | null {
  const session = store.sessions.get(id);
  const project = session === null ? null : store.projects.get(session.project);
  return session === null || project === null ? null : gatherFacts(store, project, session);
}

/** The same for a session and a project that were just read. */
export function gatherFacts(store: Store, project: Project, session: Session): WorkFacts {
  const changes = store.changes.ofSession(session.id);
  const others = store.projects.spentElsewhere(project.id);
  return { kind: "work", project, session, changes, messages: loadMessages(store, session), others };
}

/** What is not settled, and what the open turn is about, which may have been read long ago. */
function loadMessages(store: Store, session: Session): readonly Message[] {
  const unsettled = store.messages.unsettledOf(session.id);
  const turn = getOpenTurn(session);
  if (turn === null || unsettled.some((message) => message.id === turn.message)) return unsettled;
  const current = store.messages.get(turn.message);
  return current === null ? unsettled : [current, ...unsettled];
}

function loadChangeFacts(store: Store, id: ChangeId): WorkFacts | null {
  const change = store.changes.get(id);
  if (change === null) return null;
  return change.session === null
    ? loadSessionlessChange(store, change.project, change)
    : loadSessionFacts(store, change.session);
}

function loadSessionlessChange(store: Store, projectId: ProjectId, change: Change | null): WorkFacts | null {
  const project = store.projects.get(projectId);
  if (project === null) return null;
  const changes = change === null ? [] : [change];
  return { kind: "work", project, session: null, changes, messages: [], others: [] };
}

/** A change that is not known yet belongs to the session of its branch, if there is one: found and adopted. A fork has its own. */
function loadSnapshotFacts(
  store: Store,
  project: ProjectId,
  snapshot: Pick<ChangeSnapshot, "id" | "branch" | "isFromFork">,
): WorkFacts | null {
  const known = loadChangeFacts(store, snapshot.id);
  if (known !== null) return known;
  const session = snapshot.isFromFork === true ? null : store.sessions.byBranch(project, snapshot.branch);
  return session === null ? loadSessionlessChange(store, project, null) : loadSessionFacts(store, session.id);
}

function loadCheckedFacts(store: Store, { of }: Extract<Observation, { kind: "checks_finished" }>): Facts | null {
  if (of.kind === "change") return loadChangeFacts(store, of.change);
  return of.kind === "candidate" ? loadCandidateFacts(store, of.candidate) : loadProjectFacts(store, of.project);
}

type PlannedCandidate = { readonly project: ProjectId; readonly changes: readonly ChangeId[] };

function loadCandidateFacts(store: Store, id: CandidateId, planned?: PlannedCandidate): Facts | null {
  const candidate = store.candidates.get(id);
  const projectId = candidate?.project ?? planned?.project;
  const ids = candidate?.changes.map((change) => change.id) ?? planned?.changes ?? [];
  const project = projectId === undefined ? null : store.projects.get(projectId);
  if (project === null) return null;
  const changes = ids.flatMap((change) => store.changes.get(change) ?? []);
  return { kind: "candidate", project, candidate, changes, openChanges: store.changes.openOf(project.id) };
}

function loadIssueFacts(store: Store, projectId: ProjectId, id: IssueId): Facts | null {
  const project = store.projects.get(projectId);
  if (project === null) return null;
  return {
    kind: "issue",
    project,
    issue: store.issues.get(id),
    liveSessions: store.sessions.liveOfIssue(projectId, id),
  };
}

function loadProjectFacts(store: Store, id: ProjectId): Facts | null {
  const project = store.projects.get(id);
  return project === null ? null : { kind: "project", project, openChanges: store.changes.openOf(id) };
}

function loadCommandFacts(store: Store, command: Command): Facts | null {
  if (isCommandAbout("session", command)) return loadSessionFacts(store, command.session);
  if (isCommandAbout("change", command)) return loadChangeFacts(store, command.change);
  if (isCommandAbout("project", command)) return loadProjectFacts(store, command.project);
  if (isCommandAbout("issue", command)) {
    const issue = store.issues.get(command.issue);
    return issue === null ? null : loadIssueFacts(store, issue.project, issue.id);
  }
  return loadSessionFacts(store, command.session.id) ?? loadSessionlessChange(store, command.session.project, null);
}

/** All that is known of a subject by its name. */
export function loadSubjectFacts(store: Store, subject: EffectSubject): Facts | null {
  switch (subject.kind) {
    case "session":
      return loadSessionFacts(store, subject.session);
    case "change":
      return loadChangeFacts(store, subject.change);
    case "candidate":
      return loadCandidateFacts(store, subject.candidate);
    case "project":
      return loadProjectFacts(store, subject.project);
    default:
      return unreachable(subject);
  }
}
