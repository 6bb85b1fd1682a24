/** What an agent is handed for one turn. */
import type { SessionId, TurnId } from "../../domain/ids.ts";
import { reasonOf, type Message } from "../../domain/message.ts";
import { openTurn, type Session } from "../../domain/session.ts";
import { stillHolds } from "../../domain/turn.ts";
import type { EngineDeps } from "../deps.ts";
import { subjectFacts } from "../load-facts.ts";

type Numbered = { readonly turn: TurnId; readonly n: number };

export function requestOf(session: Session, message: Message, { turn, n }: Numbered) {
  const workspacePath = session.phase.kind === "working" ? session.phase.workspacePath : "";
  return {
    session: session.id,
    turn,
    n,
    message: message.id,
    text: message.text,
    reason: reasonOf(message.cause),
    workspacePath,
  };
}

/** What the session is about, in the words of the contract with agents. */
export function aboutOf(session: Session, base: { readonly branch: string; readonly commit: string }) {
  return {
    AO_SESSION: session.id,
    AO_PROJECT: session.project,
    AO_ISSUE: session.role.kind === "worker" ? (session.role.issue ?? "") : "",
    AO_BRANCH: session.branch,
    AO_BASE: base.branch,
    AO_BASE_SHA: base.commit,
  };
}

/** Does its message still hold, and has nobody asked for its end before it began? */
export function isWanted(deps: EngineDeps, id: SessionId, message: Message): boolean {
  const facts = subjectFacts(deps.store, { kind: "session", session: id });
  if (facts?.kind !== "work" || facts.session === null) return true;
  return openTurn(facts.session)?.cutOff === null && stillHolds(facts, message);
}

/** Is this still the session's turn? It may have been stopped meanwhile. */
export const isOpen = (session: Session, turn: TurnId): boolean => openTurn(session)?.id === turn;
