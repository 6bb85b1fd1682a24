/** What a person may not have now, although it is well formed: asked at the edge for the answer, and again when decided. */
import { isOpenChange } from "../../domain/change/change.ts";
import type { Command } from "../../domain/core/command.ts";
import type { ChangeId, SessionId } from "../../domain/model/ids.ts";
import { isWaitingAnswer } from "../../domain/turn/message.ts";
import type { Session } from "../../domain/session/session.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { Store } from "../../store/open.ts";

/** One sentence with what to do instead; null when nothing stands in the way. */
export function explainCommandRefusal(store: Store, command: Command): string | null {
  switch (command.kind) {
    case "start_session":
      return store.sessions.nameTaken(command.session.id) ? null : findOtherWorker(store, command.session);
    case "restore":
      return refuseRestore(store, command.session);
    case "answer":
      return refuseEnded(store, command.session) ?? refuseAnswered(store, command);
    case "send":
    case "interrupt":
    case "restart":
    case "pause":
    case "resume":
    case "take_over":
    case "release":
      return refuseEnded(store, command.session);
    case "land":
    case "check_change":
      return refuseClosed(store, command.change);
    case "stop":
    case "approve_reaction":
    case "decline_reaction":
    case "unqueue":
    case "move_in_queue":
    case "approve_text":
    case "approve_remark":
    case "pause_project":
    case "resume_project":
    case "check_base":
    case "recall_turns":
      return null;
    default:
      return unreachable(command);
  }
}

function refuseEnded(store: Store, id: SessionId): string | null {
  const session = store.sessions.get(id);
  if (session === null) return `there is no session ${id}; \`ao list --all\` shows all of them`;
  if (session.phase.kind === "ended")
    return session.phase.because === "landed"
      ? explainLanded(id)
      : `${id} has ended; bring it back with \`ao restore ${id}\``;
  return session.phase.kind === "ending" ? `${id} is ending` : null;
}

function refuseAnswered(
  { messages }: Store,
  { session: id, questionId }: Extract<Command, { kind: "answer" }>,
): string | null {
  return messages.unsettledOf(id).some((message) => isWaitingAnswer(message, questionId))
    ? `${id} has an answer already, which it reads when its next turn begins; add to it with \`ao send ${id} "…"\``
    : null;
}

function refuseRestore(store: Store, id: SessionId): string | null {
  const session = store.sessions.get(id);
  if (session === null) return `there is no session ${id}; \`ao list --all\` shows all of them`;
  if (session.phase.kind !== "ended") return `${id} has not ended`;
  return session.phase.because === "landed" ? explainLanded(id) : findOtherWorker(store, session);
}

const explainLanded = (id: SessionId): string => `${id} has landed; start a new session instead`;

function refuseClosed(store: Store, id: ChangeId): string | null {
  const change = store.changes.get(id);
  if (change === null) return `there is no change ${id}; \`ao change list\` shows all of them`;
  return isOpenChange(change) ? null : `change ${id} is ${change.state.kind}`;
}

type Worker = Pick<Session, "id" | "project" | "role" | "forced">;

function findOtherWorker(store: Store, { id, project, role, forced }: Worker): string | null {
  if (role.kind !== "worker" || role.issue === null || forced) return null;
  const other = store.sessions.liveOfIssue(project, role.issue).find((live) => live !== id);
  return other === undefined
    ? null
    : `${other} works on ${role.issue} already; stop it first, or start another one with --force`;
}
