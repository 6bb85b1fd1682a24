/** One session in depth. */
import { listApprovals, listChecks, type Change } from "../../../domain/change/change.ts";
import type { WorkFacts } from "../../../domain/core/facts.ts";
import { isOpenIncident, type Incident } from "../../../domain/incident/incident.ts";
import type { Message } from "../../../domain/turn/message.ts";
import { getSpentOn } from "../../../domain/core/project.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import type { Store } from "../../../store/open.ts";
import type { ChangeView, IncidentView, SessionView, TurnView } from "../../../protocol/session/session.ts";
import { suggestMissingCheck } from "../queue/base-view.ts";
import type { BoardView } from "../fleet/board-view.ts";
import { toMessageView } from "./message-view.ts";
import { toQuestionViews } from "./question-view.ts";
import { toStatusView } from "./status-view.ts";

const MESSAGES_SHOWN = 50;
const TURNS_SHOWN = 200;

export function toSessionView(board: BoardView, store: Store, facts: WorkFacts, session: Session): SessionView {
  const { moments, redact } = board;
  const rules = board.rulesOf(session.project);
  const messages = store.messages.ofSession(session.id, MESSAGES_SHOWN);
  const incidents = [...session.incidents, ...facts.changes.flatMap((change) => change.incidents)];
  return {
    ...toStatusView(board, facts, session),
    billedTo: board.billedTo(session),
    role: session.role.kind,
    task: redact(session.task),
    runtime: session.agent.runtime,
    workspace: session.agent.workspace,
    createdAt: moments.counted(session.createdAtMs),
    ended: toEndView(board, session),
    hold: session.hold?.by ?? null,
    base: session.base,
    head: session.head,
    turns: session.turns,
    turnsBegun: store.turns
      .ofSession(session.id)
      .slice(-TURNS_SHOWN)
      .map(({ id, n, message }) => ({ id, n, message })),
    turn: toTurnView(board, session),
    questions: toQuestionViews(board, session),
    messages: messages.map((message) => toMessageView(board, message, { session, queue: sortWaitingMessages(facts) })),
    changes: facts.changes.map((change) => toChangeView(board, change, rules)),
    incidents: incidents.map((incident) => toIncidentView(board, incident)),
    budget: rules.perSession,
    spentByProjectToday: getSpentOn(facts.project, board.now).usage,
  };
}

export function sortWaitingMessages({ messages }: WorkFacts): readonly Message[] {
  return messages;
}

function toEndView({ moments }: BoardView, { phase }: Session): SessionView["ended"] {
  if (phase.kind !== "ended") return null;
  return { because: phase.because, at: moments.counted(phase.atMs), rescueRef: phase.rescueRef };
}

function toTurnView({ moments }: BoardView, session: Session): TurnView | null {
  const turn = getOpenTurn(session);
  if (turn === null) return null;
  const { id, message, acknowledged, lastSignMs } = turn;
  return { id, n: session.turns, message, acknowledged, lastSign: moments.counted(lastSignMs) };
}

function toChangeView({ redact }: BoardView, change: Change, rules: Rules): ChangeView {
  const { id, title, branch, base, head, state, diffLines, paths } = change;
  return {
    id,
    title: redact(title),
    branch,
    base,
    head: head.commit,
    state: state.kind,
    approvals: [...listApprovals(change)],
    approvalsNeeded: rules.policy.approvals,
    checks: listChecks(change).map(({ name, verdict, evidence }) => ({ name, verdict, evidence: redact(evidence) })),
    addCheck: suggestMissingCheck(change, rules),
    threadsOpen: change.threads.filter((thread) => thread.open).length,
    diffLines,
    paths: [...paths],
  };
}

function toIncidentView({ moments, redact }: BoardView, incident: Incident): IncidentView {
  const { id, trouble, summary, openedAtMs, attempts, owedBy, closed } = incident;
  return {
    id,
    trouble,
    summary: redact(summary),
    openedAt: moments.counted(openedAtMs),
    attempts,
    owedBy: owedBy.kind,
    closedAs: isOpenIncident(incident) ? null : (closed?.as ?? null),
  };
}
