/** Which subject an observation is about, and all that is known of it: one read, no `await`. */
import type { Facts, WorkFacts } from "../domain/facts.ts";
import type { Change, ChangeSnapshot } from "../domain/change.ts";
import type { Command } from "../domain/command.ts";
import type { CandidateId, ChangeId, IssueId, ProjectId, SessionId } from "../domain/ids.ts";
import type { Message } from "../domain/message.ts";
import type { Observation } from "../domain/observation.ts";
import type { Project } from "../domain/project.ts";
import { openTurn, type Session } from "../domain/session.ts";
import type { EffectSubject } from "../domain/subject.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { Store } from "../store/open.ts";

/** Null: the subject is not known here (its project was removed, say), and the observation says nothing to us. */
export function loadFacts(store: Store, observation: Observation): Facts | null {
  switch (observation.kind) {
    case "issue_observed":
      return issueFacts(store, observation.project, observation.issue.id);
    case "issue_assigned":
      return issueFacts(store, observation.project, observation.issue);
    case "change_observed":
      return snapshotFacts(store, observation.project, observation.change);
    case "base_observed":
      return projectFacts(store, observation.project);
    case "checks_finished":
      return checkedFacts(store, observation);
    case "base_settled":
    case "checks_outdated":
    case "change_landed":
    case "landing_failed":
      return changeFacts(store, observation.change);
    case "candidate_planned":
      return candidateFacts(store, observation.candidate, observation);
    case "candidate_built":
    case "candidate_conflicted":
    case "candidate_abandoned":
    case "candidate_base_settled":
    case "candidate_landed":
    case "landing_blocked":
    case "landing_refused":
      return candidateFacts(store, observation.candidate);
    case "command_given":
      return commandFacts(store, observation.command);
    case "due":
      return subjectFacts(store, observation.subject);
    case "effect_failed":
      return subjectFacts(store, observation.subject);
    case "workspace_created":
    case "setup_finished":
    case "workspace_committed":
    case "workspace_removed":
    case "turn_granted":
    case "wait_over":
    case "turn_written":
    case "turn_acknowledged":
    case "turn_progressed":
    case "turn_ended":
    case "turn_probed":
    case "turn_withdrawn":
    case "workspace_lost":
    case "steer_refused":
    case "question_asked":
    case "question_answered":
    case "publish_refused":
    case "issue_changed":
      return sessionFacts(store, observation.session);
    default:
      return unreachable(observation);
  }
}

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
  switch (command.kind) {
    case "start_session":
      return sessionFacts(store, command.session.id) ?? loneChange(store, command.session.project, null);
    case "land":
    case "unqueue":
    case "approve_remark":
    case "move_in_queue":
    case "check_change":
      return changeFacts(store, command.change);
    case "approve_text": {
      const issue = store.issues.get(command.issue);
      return issue === null ? null : issueFacts(store, issue.project, issue.id);
    }
    case "pause_project":
    case "resume_project":
    case "check_base":
      return projectFacts(store, command.project);
    case "send":
    case "recall_turns":
    case "answer":
    case "stop":
    case "restore":
    case "restart":
    case "interrupt":
    case "pause":
    case "resume":
    case "release":
    case "take_over":
    case "approve_reaction":
    case "decline_reaction":
      return sessionFacts(store, command.session);
    default:
      return unreachable(command);
  }
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
