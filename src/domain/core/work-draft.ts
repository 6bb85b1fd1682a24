/** Edits of a draft about a session and its changes: each says in one word what becomes true. */
import { describeIncidentClosed } from "../words/event-sentences.ts";
import type { Change } from "../change/change.ts";
import { giveReason, createId, type Draft } from "./draft.ts";
import type { WorkFacts } from "./facts.ts";
import { incidentId, messageId, type ChangeId } from "../model/ids.ts";
import {
  closeIncident,
  findOpen,
  isOpenIncident,
  openIncident,
  setClock,
  replaceIncident,
  type IncidentClosing,
  type Incident,
  type TroubleKind,
} from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import { isWaiting, chooseMessageLane, type Cause, type Message, type MessageState } from "../turn/message.ts";
import type { Project } from "./project.ts";
import { getOpenTurn, type Phase, type Session, type Turn } from "../session/session.ts";

export type WorkDraft = Draft<WorkFacts>;
export type IncidentHome = { readonly kind: "session" } | { readonly kind: "change"; readonly change: ChangeId };

export const onSession: IncidentHome = { kind: "session" };
export const changeHome = (change: Change): IncidentHome => ({ kind: "change", change: change.id });

export function getSession(draft: WorkDraft): Session {
  const session = draft.facts.session;
  if (session === null) throw new Error(`${draft.observation.kind} needs a session`);
  return session;
}

export function patchSession(draft: WorkDraft, patch: Partial<Session>): void {
  draft.facts = { ...draft.facts, session: { ...getSession(draft), ...patch } };
}

export function enter(draft: WorkDraft, phase: Phase): void {
  patchSession(draft, { phase });
}

export function patchTurn(draft: WorkDraft, patch: Partial<Turn>): void {
  const { phase } = getSession(draft);
  const turn = getOpenTurn(getSession(draft));
  if (turn === null || (phase.kind !== "working" && phase.kind !== "asking")) return;
  enter(draft, { ...phase, turn: { ...turn, ...patch } });
}

export function patchProject(draft: WorkDraft, patch: Partial<Project>): void {
  draft.facts = { ...draft.facts, project: { ...draft.facts.project, ...patch } };
}

export function getChange(draft: WorkDraft, id: ChangeId): Change {
  const change = draft.facts.changes.find((candidate) => candidate.id === id);
  if (change === undefined) throw new Error(`change ${id} is not part of these facts`);
  return change;
}

export function patchChange(draft: WorkDraft, id: ChangeId, patch: Partial<Change>): void {
  const changes = draft.facts.changes.map((change) => (change.id === id ? { ...change, ...patch } : change));
  draft.facts = { ...draft.facts, changes };
}

export function putMessage(draft: WorkDraft, message: Message): void {
  const at = draft.facts.messages.findIndex((other) => other.id === message.id);
  const messages = at < 0 ? [...draft.facts.messages, message] : draft.facts.messages.with(at, message);
  draft.facts = { ...draft.facts, messages };
}

export function settleMessage(draft: WorkDraft, message: Message, state: MessageState): void {
  putMessage(draft, { ...message, state });
}

/** Queues (or prepares) a message for the agent. A full queue refuses machines, never a person; the reason is kept. */
export function queueMessage(
  draft: WorkDraft,
  cause: Cause,
  text: string,
  as: "queued" | "prepared" = "queued",
): Message | null {
  const session = getSession(draft);
  if (session.phase.kind === "ending" || session.phase.kind === "ended") return null;
  const waiting = draft.facts.messages.filter(isWaiting).length;
  if (waiting >= limits.messagesQueuedMax && chooseMessageLane({ cause }) !== "person") {
    giveReason(draft, `the agent has ${waiting} unread messages, so this one was not added`);
    return null;
  }
  const message: Message = {
    id: messageId(createId(draft)),
    session: session.id,
    cause,
    text: text.slice(0, limits.messageTextMax),
    state: { kind: as },
    deliveries: 0,
    createdAtMs: draft.now.countedMs,
  };
  putMessage(draft, message);
  return message;
}

export function listIncidents(draft: WorkDraft, home: IncidentHome): readonly Incident[] {
  return home.kind === "session" ? (draft.facts.session?.incidents ?? []) : getChange(draft, home.change).incidents;
}

export function putIncident(draft: WorkDraft, home: IncidentHome, incident: Incident): void {
  const incidents = replaceIncident(listIncidents(draft, home), incident);
  if (home.kind === "session") patchSession(draft, { incidents });
  else patchChange(draft, home.change, { incidents });
}

/** The open incident of this kind, opened now if there is none. */
export function ensureIncident(draft: WorkDraft, home: IncidentHome, trouble: TroubleKind, summary: string): Incident {
  const existing = findOpen(listIncidents(draft, home), trouble);
  if (existing !== undefined) return existing;
  const opened = openIncident(incidentId(createId(draft)), trouble, summary, draft.now);
  putIncident(draft, home, opened);
  giveReason(draft, summary);
  return opened;
}

/** Closes the open incident of this kind, and drops what was still to be said about it. */
export function closeAt(draft: WorkDraft, home: IncidentHome, trouble: TroubleKind, as: IncidentClosing["as"]): void {
  const incident = findOpen(listIncidents(draft, home), trouble);
  if (incident === undefined) return;
  putIncident(draft, home, closeIncident(incident, as, draft.now));
  for (const message of listMessagesAbout(draft, incident))
    settleMessage(draft, message, { kind: "dropped", why: "incident_over" });
  giveReason(draft, describeIncidentClosed(trouble, as));
}

/** Messages about this incident that the agent has not been given yet. */
export function listMessagesAbout(draft: WorkDraft, incident: Incident): readonly Message[] {
  return draft.facts.messages.filter(
    (message) =>
      message.cause.kind === "incident" &&
      message.cause.incident === incident.id &&
      (message.state.kind === "queued" || message.state.kind === "prepared") &&
      !isBeingSent(draft, message),
  );
}

/** Bound to the open turn: from there on only the turn's own news may move it. */
export function isBeingSent(draft: WorkDraft, message: Message): boolean {
  const phase = draft.facts.session?.phase;
  return phase?.kind === "working" && phase.turn.message === message.id;
}

/** No automatic turn begins until a person ends this trouble; one who has taken over meets it when handing back. */
export function holdForTrouble(draft: WorkDraft): void {
  const { hold } = getSession(draft);
  if (hold === null) patchSession(draft, { hold: { by: "trouble" } });
  if (hold?.by === "take_over" && hold.over === null) patchSession(draft, { hold: { ...hold, over: "trouble" } });
}

/** What is held for a trouble goes on when no such trouble is left; a person's pause stays. */
export function releaseHold(draft: WorkDraft): void {
  const { hold, incidents } = getSession(draft);
  const holding: readonly TroubleKind[] = ["exited", "budget", "issue_closed", "effect"];
  const isForTrouble = hold?.by === "trouble" || (hold?.by === "take_over" && hold.over === "trouble");
  if (isForTrouble && !holding.some((trouble) => findOpen(incidents, trouble) !== undefined)) lift(draft);
}

/** Nothing holds it any more, but for a person who has taken over and has not handed back. */
export function lift(draft: WorkDraft): void {
  const { hold } = getSession(draft);
  patchSession(draft, { hold: hold?.by === "take_over" ? { ...hold, over: null } : null });
}

/** The agent's clocks run only while it can act: not while it waits for an answer or is held. */
export function keepClocks(draft: WorkDraft): void {
  const session = draft.facts.session;
  if (session === null) return;
  const canAct = session.phase.kind !== "asking" && session.hold === null;
  for (const { home, incident } of openIncidents(draft)) {
    const kept = setClock(incident, canAct, draft.now);
    if (kept !== incident) putIncident(draft, home, kept);
  }
}

/** Every open incident of the session and its changes, with its home. */
export function openIncidents(
  draft: WorkDraft,
): readonly { readonly home: IncidentHome; readonly incident: Incident }[] {
  const own = listIncidents(draft, onSession).filter(isOpenIncident);
  const ofChanges = draft.facts.changes.flatMap((change) =>
    change.incidents.filter(isOpenIncident).map((incident) => ({ home: changeHome(change), incident })),
  );
  return [...own.map((incident) => ({ home: onSession, incident })), ...ofChanges];
}
