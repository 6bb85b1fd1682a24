/** What a person asks of a session or a change. Names were resolved at the edge; here only the state decides. */
import { formatActor, type Actor } from "./actor.ts";
import { addAgentRules } from "../words/agent-rules.ts";
import { isOpenChange } from "../change/change.ts";
import { askOnceVouchedFor, settleChange } from "../change/settle-change.ts";
import { abandonCandidate } from "../checks/call-off.ts";
import { askAgainIfCalledOff } from "../checks/request-checks.ts";
import { cutOff } from "../turn/cut-off.ts";
import { giveReason, followUp, requestEffect } from "./draft.ts";
import { release } from "../incident/deadlines.ts";
import { endSession } from "../session/ending.ts";
import type { NewSession, WorkCommand } from "./command.ts";
import type { ChangeId } from "../model/ids.ts";
import type { Ms } from "../model/now.ts";
import { findOpen, assignNextStep } from "../incident/incident.ts";
import { requestLanding } from "../landing/request.ts";
import { isWaiting, isWaitingAnswer } from "../turn/message.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import { publishIfNew } from "../change/publishing.ts";
import { recallTurns } from "../turn/recalled-turns.ts";
import { endRestartDelay } from "../turn/restart-delay.ts";
import { queueBroughtBack, queueRestore, resumeTroubles } from "../session/restoring.ts";
import { recheckChange } from "../checks/outdated-checks.ts";
import { isAsked, isAtRest, getOpenTurn, addAnswered, type Session } from "../session/session.ts";
import { settleReview } from "../change/reviews.ts";
import { checkSessionBudget } from "../session/spending.ts";
import { withdrawStale } from "../turn/take-back.ts";
import { isStillValid } from "../turn/turn.ts";
import { unreachable } from "../model/unreachable.ts";
import { isUsedUp, noUsage } from "../model/usage.ts";
import { collectSessionVariables } from "../words/variables.ts";
import {
  getChange,
  closeAt,
  enter,
  lift,
  listMessagesAbout,
  changeHome,
  onSession,
  openIncidents,
  patchChange,
  patchSession,
  putIncident,
  putMessage,
  queueMessage,
  getSession,
  settleMessage,
  type WorkDraft,
} from "./work-draft.ts";

export function handleCommand(draft: WorkDraft, by: Actor, command: WorkCommand): void {
  switch (command.kind) {
    case "start_session":
      return beginSession(draft, command.session);
    case "send":
      endRestartDelay(draft);
      queueMessage(draft, { kind: "person", by: formatActor(by) }, command.text);
      return;
    case "answer":
      return answerQuestion(draft, command.questionId, command.text);
    case "stop":
      return endSession(draft, "stopped", command.keepWorkspace);
    case "recall_turns":
      return recallTurns(draft, command);
    case "land":
      return land(draft, command.change, by);
    case "unqueue":
      return holdBack(draft, command.change);
    case "approve_remark":
      return approveRemark(draft, command.change, command.text, by);
    case "move_in_queue":
      return moveInQueue(draft, command.change, command.asIfAskedAtMs);
    case "check_change":
      return recheckChange(draft, command.change, { isForced: true });
    case "approve_reaction":
    case "decline_reaction":
      return applyIncidentCommand(draft, command);
    case "restore":
    case "restart":
    case "interrupt":
    case "pause":
    case "resume":
    case "release":
    case "take_over":
      return applySessionCommand(draft, command);
    default:
      return unreachable(command);
  }
}

export function beginSession(draft: WorkDraft, asked: NewSession): void {
  if (draft.facts.session !== null) return;
  const { prompt, after = null, ...given } = asked;
  const session: Session = {
    ...given,
    phase: after === null ? { kind: "preparing", step: "workspace" } : { kind: "preparing", step: "waiting", after },
    hold: null,
    head: null,
    published: null,
    publishing: null,
    nudgedFor: [],
    turns: 0,
    lastTurn: null,
    spent: noUsage,
    lastWords: "",
    incidents: [],
    createdAtMs: draft.now.countedMs,
  };
  draft.facts = { ...draft.facts, session };
  if (after === null)
    requestEffect(draft, { kind: "create_workspace", session: session.id }, `${session.id}:${draft.observation.id}`);
  assign(draft, session);
  if (prompt !== "") queueMessage(draft, { kind: "start" }, composeFirstPrompt(draft, session, prompt));
  giveReason(draft, `session ${session.id} ${after === null ? "starts" : `starts when ${after} has landed`}`);
}

/** What it is asked in the beginning is its task, with the rules of its project. */
const composeFirstPrompt = ({ rules }: WorkDraft, session: Session, prompt: string): string =>
  addAgentRules(rules, composePrompt(rules, "start", { ...collectSessionVariables(session), task: prompt }));

/** The issue is in its hands, and is not given to anybody else. */
function assign(draft: WorkDraft, { id, project, role }: Session): void {
  if (role.kind !== "worker" || role.issue === null) return;
  followUp(draft, { kind: "issue_assigned", project, issue: role.issue, session: id });
}

type SessionCommand = Extract<
  WorkCommand,
  { kind: "restore" | "restart" | "interrupt" | "pause" | "resume" | "release" | "take_over" }
>;

function applySessionCommand(draft: WorkDraft, command: SessionCommand): void {
  switch (command.kind) {
    case "restore":
      return restore(draft);
    case "restart":
      return restart(draft);
    case "interrupt":
      return cutOff(draft, { by: "person", then: "rest" });
    case "pause":
      return pause(draft);
    case "resume":
      return resume(draft);
    case "release":
      return release(draft);
    case "take_over":
      return takeOver(draft, command.clients);
    default:
      return unreachable(command);
  }
}

/** Also beside a person who has taken over: it stays paused when they hand it back. */
function pause(draft: WorkDraft): void {
  const { hold } = getSession(draft);
  patchSession(draft, { hold: hold?.by === "take_over" ? { ...hold, over: "pause" } : { by: "pause" } });
}

/** A person lets it go on, whatever it was held for: what had failed is tried again. Only a used-up budget must be raised first. */
function resume(draft: WorkDraft): void {
  if (isUsedUp(getSession(draft).spent, draft.rules.perSession, 0)) {
    giveReason(draft, "its budget is used up: raise policy.budget.perSession, then resume it");
    return;
  }
  retryFailedStep(draft);
  for (const trouble of ["budget", "issue_closed", "exited", "effect"] as const) {
    closeAt(draft, onSession, trouble, "resolved");
  }
  endRestartDelay(draft);
  lift(draft);
}

/** Nobody else would: the trouble is closed, and no other news makes the workspace or publishes the head. */
function retryFailedStep(draft: WorkDraft): void {
  const session = getSession(draft);
  if (findOpen(session.incidents, "effect") === undefined) return;
  if (session.phase.kind === "preparing") return prepareAgain(draft);
  if (isAtRest(session)) publishIfNew(draft);
}

function prepareAgain(draft: WorkDraft): void {
  const { id } = getSession(draft);
  requestEffect(draft, { kind: "create_workspace", session: id }, `${id}:${draft.observation.id}`);
  enter(draft, { kind: "preparing", step: "workspace" });
}

function takeOver(draft: WorkDraft, clients: number): void {
  const { hold } = getSession(draft);
  const over = hold === null ? null : hold.by === "take_over" ? hold.over : hold.by;
  patchSession(draft, { hold: { by: "take_over", idleSinceMs: clients === 0 ? draft.now.countedMs : null, over } });
}

/** Whoever asks for it once more knows what went wrong before; should it fail again, they hear of that again. */
function land(draft: WorkDraft, id: ChangeId, by: Actor): void {
  const before = getChange(draft, id);
  closeAt(draft, changeHome(before), "effect", "resolved");
  requestLanding(draft, id, by);
  askOnceVouchedFor(draft, before);
  askAgainIfCalledOff(draft, id);
}

/** Only what still waits: what is being landed has its place. */
function moveInQueue(draft: WorkDraft, id: ChangeId, requestedAtMs: Ms): void {
  const { queue } = getChange(draft, id);
  if (queue === null || queue.candidate !== null) return giveReason(draft, "it does not wait in the queue any more");
  patchChange(draft, id, { queue: { ...queue, requestedAtMs } });
  giveReason(draft, "moved in the queue");
}

function approveRemark(draft: WorkDraft, id: ChangeId, text: string, by: Actor): void {
  const { approvedTexts = [] } = getChange(draft, id);
  if (approvedTexts.includes(text)) return;
  patchChange(draft, id, { approvedTexts: [...approvedTexts, text] });
  giveReason(draft, `${formatActor(by)} approved a remark on change ${id}`);
  settleReview(draft, id);
}

function holdBack(draft: WorkDraft, id: ChangeId): void {
  abandonCandidate(draft, getChange(draft, id));
  patchChange(draft, id, { queue: null, heldBackAt: getChange(draft, id).head.commit });
}

function answerQuestion(draft: WorkDraft, questionId: string, text: string): void {
  const session = getSession(draft);
  const { phase } = session;
  if (phase.kind !== "asking" || !isAsked(phase.question, questionId)) {
    giveReason(draft, "the question is over; the answer was not sent");
    return;
  }
  if (phase.turn !== null) {
    enter(draft, { ...phase, question: addAnswered(phase.question, questionId, draft.now.countedMs) });
    const deed = { kind: "answer_question", session: session.id, turn: phase.turn.id, questionId, text } as const;
    requestEffect(draft, deed, `${session.id}:${questionId}:${draft.observation.id}`);
    return;
  }
  if (draft.facts.messages.some((message) => isWaitingAnswer(message, questionId)))
    return giveReason(draft, "the question was answered already; that answer waits for a turn");
  closeAt(draft, onSession, "question", "answered");
  endRestartDelay(draft);
  queueMessage(draft, { kind: "answer", questionId }, text);
}

/** Brings back a stopped session: its branch, its files, its conversation. One that was idle is idle again. */
function restore(draft: WorkDraft): void {
  const session = getSession(draft);
  if (session.phase.kind !== "ended") return;
  const { wasIdle } = session.phase;
  enter(draft, { kind: "preparing", step: "workspace" });
  patchSession(draft, { hold: null, publishing: null });
  requestEffect(draft, { kind: "create_workspace", session: session.id }, `${session.id}:${draft.observation.id}`);
  assign(draft, session);
  checkSessionBudget(draft);
  for (const { id } of draft.facts.changes.filter(isOpenChange)) askAgainIfCalledOff(draft, id);
  if (wasIdle !== true) return queueBroughtBack(draft);
  giveReason(draft, "it was idle when it was stopped, so no turn begins");
  resumeTroubles(draft);
  for (const change of draft.facts.changes.filter(isOpenChange)) settleChange(draft, change.id);
}

function restart(draft: WorkDraft): void {
  const session = getSession(draft);
  endRestartDelay(draft);
  if (session.phase.kind === "asking" && session.phase.turn === null) {
    closeAt(draft, onSession, "question", "resolved");
    enter(draft, { kind: "resting", workspacePath: session.phase.workspacePath });
  }
  if (session.phase.kind === "preparing") {
    prepareAgain(draft);
    closeAt(draft, onSession, "effect", "resolved");
    return;
  }
  lift(draft);
  for (const trouble of ["exited", "stuck", "effect"] as const) closeAt(draft, onSession, trouble, "resolved");
  if (getOpenTurn(session) !== null) return cutOff(draft, { by: "person", then: "again" });
  // What the last turn did not read waits again, and is what the next one is about.
  const isUnread = draft.facts.messages.some((message) => isWaiting(message) && message.deliveries > 0);
  if (!isUnread) queueRestore(draft, session.lastTurn, undefined);
}

type IncidentCommand = Extract<WorkCommand, { kind: "approve_reaction" | "decline_reaction" }>;

function applyIncidentCommand(draft: WorkDraft, command: IncidentCommand): void {
  const found = openIncidents(draft).find(({ incident }) => incident.id === command.incident);
  if (found === undefined) return;
  const { home, incident } = found;
  const prepared = listMessagesAbout(draft, incident).find((message) => message.state.kind === "prepared");
  if (prepared === undefined) return;
  if (command.kind === "decline_reaction")
    return settleMessage(draft, prepared, { kind: "dropped", why: "not_needed" });
  if (!isStillValid(draft.facts, prepared)) return withdrawStale(draft, prepared);
  putMessage(draft, { ...prepared, state: { kind: "queued" } });
  endRestartDelay(draft);
  putIncident(draft, home, { ...assignNextStep(incident, "agent", draft.now), attempts: incident.attempts + 1 });
  giveReason(draft, `${incident.trouble}: a person sent attempt ${incident.attempts + 1}`);
}
