/** One session at a glance, from its facts. */
import type { Attention, AttentionVerb } from "../../../domain/words/attention/attention-view.ts";
import type { WorkFacts } from "../../../domain/core/facts.ts";
import type { Session } from "../../../domain/session/session.ts";
import { describeStatus } from "../../../domain/words/status.ts";
import type { AttentionView } from "../../../protocol/session/attention.ts";
import type { QuestionView } from "../../../protocol/session/question.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { BoardView } from "../fleet/board-view.ts";
import type { ClockFormat } from "../moments.ts";
import { toQuestionViews } from "./question-view.ts";
import { stripProject } from "../issues/without-project.ts";

export function toStatusView(board: BoardView, facts: WorkFacts, session: Session): StatusView {
  const { moments, redact } = board;
  const status = describeStatus(facts, board.rulesOf(session.project), board.now, board.contextOf(facts));
  if (status === null) throw new Error(`${session.id} has no status`);
  const question = isUnanswered(session) ? (toQuestionViews(board, session)[0] ?? null) : null;
  return {
    ...status,
    ...board.driveOf(session),
    project: session.project,
    title: redact(session.title),
    issue: nameStatusIssue(session),
    labels: board.labelsOf(session).map(redact),
    attention: addChoice(toAttentionView(status.attention, session.id, moments), session.id, question),
    question,
    currentTask: status.currentTask === null ? null : redact(status.currentTask),
    lastActivity: moments.counted(status.lastActivity),
    lastWords: redact(session.lastWords),
    usage: session.spent,
    context: session.context ?? null,
  };
}

const isUnanswered = ({ phase }: Session): boolean => phase.kind === "asking" && !phase.question.answered;

export function nameStatusIssue({ role, project }: Session): string | null {
  return role.kind !== "worker" || role.issue === null ? null : stripProject(role.issue, project);
}

/** `reference`: the session or change, as commands name it. */
export function toAttentionView(attention: Attention, reference: string, moments: ClockFormat): AttentionView {
  const { since, next, act } = attention;
  return {
    ...attention,
    since: moments.countedOrNull(since),
    next: next === null ? null : { text: next.text, at: moments.countedOrNull(next.atMs) },
    act: act.map(({ verb, label, enabled, reason }) => ({
      verb,
      label,
      enabled,
      reason,
      command: commands[verb]?.(reference) ?? null,
    })),
  };
}

/** Where there are choices, the command names the first: as it is written where that is one word, else by its number. */
function addChoice(attention: AttentionView, id: string, question: QuestionView | null): AttentionView {
  const [first] = question?.choices ?? [];
  if (first === undefined) return attention;
  const command = `ao answer ${id} ${/^[\w.-]{1,24}$/.test(first) ? first : "1"}`;
  return { ...attention, act: attention.act.map((act) => (act.verb === "answer" ? { ...act, command } : act)) };
}

/** Null: there is no verb for it. */
const commands: Readonly<Record<AttentionVerb, ((id: string) => string) | null>> = {
  answer: (id) => `ao answer ${id} "…"`,
  approve_reaction: (id) => `ao answer ${id} send`,
  decline_reaction: (id) => `ao answer ${id} drop`,
  send: (id) => `ao send ${id} "…"`,
  land: (id) => `ao merge ${id}`,
  unqueue: (id) => `ao queue remove ${id}`,
  review: (id) => `ao review ${id} --approve`,
  diff: (id) => `ao diff ${id}`,
  attach: (id) => `ao attach ${id}`,
  release: (id) => `ao release ${id}`,
  restart: (id) => `ao restart ${id}`,
  interrupt: (id) => `ao interrupt ${id}`,
  pause: (id) => `ao pause ${id}`,
  resume: (id) => `ao resume ${id}`,
  restore: (id) => `ao restore ${id}`,
  stop: (id) => `ao stop ${id}`,
};
