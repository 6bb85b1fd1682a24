/** What an agent is handed for one turn. */
import { textForTurn } from "../../../domain/words/agent-rules.ts";
import type { SessionId, TurnId } from "../../../domain/model/ids.ts";
import { describeReason, type Message } from "../../../domain/turn/message.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import { isStillValid } from "../../../domain/turn/turn.ts";
import type { EngineDeps } from "../../deps.ts";
import { ok } from "../../../slots/result.ts";
import { loadSubjectFacts } from "../../inbox/load-facts.ts";
import { findSessionPlugins } from "../context.ts";

type Numbered = { readonly turn: TurnId; readonly n: number; readonly handover?: string };

export function buildTurnRequest(session: Session, message: Message, begun: Numbered, rules: Rules) {
  const { turn, n, handover } = begun;
  return {
    session: session.id,
    turn,
    n,
    message: message.id,
    text: textForTurn(rules, message, begun),
    ...(handover === undefined ? {} : { isFresh: true }),
    reason: describeReason(message.cause),
  };
}

export function pathsFor(deps: EngineDeps, { id, phase }: Session, turn: TurnId) {
  return deps.turnPaths({ session: id, turn, workspace: phase.kind === "working" ? phase.workspacePath : "" });
}

/** What a turn of it finds in its environment, with the base as it is now. */
export async function buildTurnEnvironment(deps: EngineDeps, id: SessionId) {
  const { session, workspace, spec } = findSessionPlugins(deps, id);
  const base = await workspace.refreshBase(spec, deps.store.projects.get(session.project)?.base.head);
  if (!base.ok) return base;
  const env = { ...(await deps.environmentOf(session)), ...describeSubject(session, base.value) };
  return ok({ env, repaired: base.value.repaired ?? [] });
}

/** What the session is about, in the words of the contract with agents. */
function describeSubject(session: Session, base: { readonly branch: string; readonly commit: string }) {
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
export function isTurnWanted(deps: EngineDeps, id: SessionId, message: Message): boolean {
  const facts = loadSubjectFacts(deps.store, { kind: "session", session: id });
  if (facts?.kind !== "work" || facts.session === null) return true;
  return getOpenTurn(facts.session)?.cutOff === null && isStillValid(facts, message);
}

/** Is this still the session's turn? It may have been stopped meanwhile. */
export const isOpenTurn = (session: Session, turn: TurnId): boolean => getOpenTurn(session)?.id === turn;
