/** One session in depth. */
import { approvals, checksOf, type Change } from "../../domain/change/change.ts";
import type { WorkFacts } from "../../domain/core/facts.ts";
import { isOpen, type Incident } from "../../domain/incident/incident.ts";
import type { Message } from "../../domain/turn/message.ts";
import { spentOn } from "../../domain/core/project.ts";
import type { Rules } from "../../domain/model/rules.ts";
import { openTurn, type Session } from "../../domain/session/session.ts";
import type { Store } from "../../store/open.ts";
import type { ChangeView, IncidentView, SessionView, TurnView } from "../../protocol/session.ts";
import { missingCheck } from "./base-view.ts";
import type { BoardView } from "./board-view.ts";
import { messageView } from "./message-view.ts";
import { questionsOf } from "./question-view.ts";
import { statusView } from "./status-view.ts";

const MESSAGES_SHOWN = 50;
const TURNS_SHOWN = 200;

export function sessionView(board: BoardView, store: Store, facts: WorkFacts, session: Session): SessionView {
  const { moments, redact } = board;
  const rules = board.rulesOf(session.project);
  const messages = store.messages.ofSession(session.id, MESSAGES_SHOWN);
  const incidents = [...session.incidents, ...facts.changes.flatMap((change) => change.incidents)];
  return {
    ...statusView(board, facts, session),
    billedTo: board.billedTo(session),
    role: session.role.kind,
    task: redact(session.task),
    runtime: session.agent.runtime,
    workspace: session.agent.workspace,
    createdAt: moments.counted(session.createdAtMs),
    ended: endedOf(board, session),
    hold: session.hold?.by ?? null,
    base: session.base,
    head: session.head,
    turns: session.turns,
    turnsBegun: store.turns
      .ofSession(session.id)
      .slice(-TURNS_SHOWN)
      .map(({ id, n, message }) => ({ id, n, message })),
    turn: turnOf(board, session),
    questions: questionsOf(board, session),
    messages: messages.map((message) => messageView(board, message, { session, queue: queueOf(facts) })),
    changes: facts.changes.map((change) => changeOf(board, change, rules)),
    incidents: incidents.map((incident) => incidentOf(board, incident)),
    budget: rules.perSession,
    spentByProjectToday: spentOn(facts.project, board.now).usage,
  };
}

export function queueOf({ messages }: WorkFacts): readonly Message[] {
  return messages;
}

function endedOf({ moments }: BoardView, { phase }: Session): SessionView["ended"] {
  if (phase.kind !== "ended") return null;
  return { because: phase.because, at: moments.counted(phase.atMs), rescueRef: phase.rescueRef };
}

function turnOf({ moments }: BoardView, session: Session): TurnView | null {
  const turn = openTurn(session);
  if (turn === null) return null;
  const { id, message, acknowledged, lastSignMs } = turn;
  return { id, n: session.turns, message, acknowledged, lastSign: moments.counted(lastSignMs) };
}

function changeOf({ redact }: BoardView, change: Change, rules: Rules): ChangeView {
  const { id, title, branch, base, head, state, diffLines, paths } = change;
  return {
    id,
    title: redact(title),
    branch,
    base,
    head: head.commit,
    state: state.kind,
    approvals: [...approvals(change)],
    approvalsNeeded: rules.policy.approvals,
    checks: checksOf(change).map(({ name, verdict, evidence }) => ({ name, verdict, evidence: redact(evidence) })),
    addCheck: missingCheck(change, rules),
    threadsOpen: change.threads.filter((thread) => thread.open).length,
    diffLines,
    paths: [...paths],
  };
}

function incidentOf({ moments, redact }: BoardView, incident: Incident): IncidentView {
  const { id, trouble, summary, openedAtMs, attempts, owedBy, closed } = incident;
  return {
    id,
    trouble,
    summary: redact(summary),
    openedAt: moments.counted(openedAtMs),
    attempts,
    owedBy: owedBy.kind,
    closedAs: isOpen(incident) ? null : (closed?.as ?? null),
  };
}
