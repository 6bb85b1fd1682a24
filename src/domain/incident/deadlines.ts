/**
 * When a session or change must be looked at again, if nothing happens before. Derived from facts and stored beside
 * them as one column, so that there is no timer to forget, to cancel or to fire late about something else.
 */
import { describeTimeout } from "../words/event-sentences.ts";
import { cutOff, computeGraceMs, killDeadlineMs, killUnwilling } from "../turn/cut-off.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import { askAgain } from "../session/effect-failed.ts";
import { escalate } from "./escalation.ts";
import type { WorkFacts } from "../core/facts.ts";
import { computeAgentTimeMs, findOpen, isOpenIncident, type Incident, type TroubleKind } from "./incident.ts";
import { limits } from "../model/limits.ts";
import type { Ms } from "../model/now.ts";
import { fillWords } from "../words/compose-prompt.ts";
import { endDueRestartDelay, restartDeadline } from "../turn/restart-delay.ts";
import type { ReactionName, Rules } from "../model/rules.ts";
import { findAnswerSinceMs, getOpenTurn, type Session, type StuckStep, type Turn } from "../session/session.ts";
import { unreachable } from "../model/unreachable.ts";
import { collectSessionVariables } from "../words/variables.ts";
import {
  ensureIncident,
  onSession,
  openIncidents,
  patchSession,
  patchTurn,
  getSession,
  type WorkDraft,
} from "../core/work-draft.ts";

export function findNextDeadlineMs(facts: WorkFacts, rules: Rules): Ms | null {
  const { session, changes } = facts;
  const incidents = [...(session?.incidents ?? []), ...changes.flatMap((change) => change.incidents)].filter(
    isOpenIncident,
  );
  const all = incidents.flatMap((incident) => listIncidentDeadlines(incident, rules));
  if (session !== null) all.push(...listTurnDeadlines(session, rules));
  if (session !== null) all.push(...listAnswerDeadlines(session), ...restartDeadline(session));
  if (session?.hold?.by === "take_over" && session.hold.idleSinceMs !== null)
    all.push(session.hold.idleSinceMs + limits.takeOverIdleMs);
  return all.length === 0 ? null : Math.min(...all);
}

function listTurnDeadlines(session: Session, rules: Rules): readonly Ms[] {
  const turn = getOpenTurn(session);
  if (turn === null) return [];
  const killMs = killDeadlineMs(turn, rules);
  const stuck = session.phase.kind === "working" ? listStuckDeadlines(turn, rules) : [];
  return killMs === null ? stuck : [killMs, ...stuck];
}

export function handleDue(draft: WorkDraft): void {
  const { now, rules } = draft;
  for (const { home, incident } of openIncidents(draft)) {
    if (incident.escalation.kind === "none" && isOverdue(incident, rules, now.countedMs)) {
      giveReason(draft, describeTimeout(incident));
      escalate(draft, home, incident, findRule(incident.trouble, rules)?.priority ?? "urgent");
    }
  }
  if (draft.facts.session === null) return;
  endIdleTakeOver(draft);
  endDueRestartDelay(draft);
  noteMissedAnswer(draft);
  killUnwilling(draft);
  climbStuckLadder(draft);
}

function listIncidentDeadlines(incident: Incident, rules: Rules): readonly Ms[] {
  const after = findRule(incident.trouble, rules)?.escalateAfter;
  if (incident.escalation.kind !== "none" || incident.owedBy.kind !== "agent" || after?.kind !== "time") return [];
  const { sinceMs } = incident.owedBy;
  return sinceMs === null ? [] : [sinceMs + Math.max(0, after.ms - incident.agentClockMs)];
}

function isOverdue(incident: Incident, rules: Rules, countedMs: Ms): boolean {
  const after = findRule(incident.trouble, rules)?.escalateAfter;
  return after?.kind === "time" && computeAgentTimeMs(incident, { countedMs, wallMs: 0, weekMinute: 0 }) >= after.ms;
}

const reactionOf: Partial<Record<TroubleKind, ReactionName>> = {
  ci: "ci-failed",
  review: "changes-requested",
  conflict: "merge-conflicts",
};

function findRule(trouble: TroubleKind, rules: Rules) {
  const name = reactionOf[trouble];
  return name === undefined ? undefined : rules.reactions[name];
}

/** Each rung has the whole threshold to help before the next one is tried; an interrupt has its grace before that. */
function listStuckDeadlines({ stuck, cutOff: asked, lastSignMs }: Turn, rules: Rules): readonly Ms[] {
  const { thresholdMs } = rules.reactions["agent-stuck"];
  switch (stuck) {
    case "none":
      return [lastSignMs + thresholdMs];
    case "nudged":
      return [lastSignMs + 2 * thresholdMs];
    case "interrupted":
      return [(asked?.sinceMs ?? lastSignMs) + computeGraceMs(rules) + thresholdMs];
    case "raised":
      return [];
    default:
      return unreachable(stuck);
  }
}

/** Nudge, interrupt, restart (when the interrupted turn has ended, or was killed), person. */
function climbStuckLadder(draft: WorkDraft): void {
  const session = getSession(draft);
  if (session.phase.kind !== "working") return;
  const { turn } = session.phase;
  const deadline = listStuckDeadlines(turn, draft.rules)[0];
  if (deadline === undefined || deadline > draft.now.countedMs) return;
  const rule = draft.rules.reactions["agent-stuck"];
  const before = findOpen(session.incidents, "stuck");
  const incident = ensureIncident(draft, onSession, "stuck", "The agent has shown no sign for a while");
  const exhausted = before !== undefined && before.attempts > 0;
  if (rule.action.kind !== "recover" || exhausted || turn.stuck === "interrupted") {
    recoverStep(draft, "raised");
    return escalate(draft, onSession, incident, rule.priority);
  }
  if (turn.stuck === "nudged") return interruptStuck(draft);
  const text = fillWords(draft.rules, "nudge-silent", collectSessionVariables(session));
  const deed = { kind: "steer_turn", session: session.id, turn: turn.id, text } as const;
  requestEffect(draft, deed, `${turn.id}:${turn.lastSignMs}`);
  recoverStep(draft, "nudged");
}

function interruptStuck(draft: WorkDraft): void {
  recoverStep(draft, "interrupted");
  cutOff(draft, { by: "recovery", then: "again" });
}

/** It cannot be nudged: nothing is to be hoped for from waiting, so the next rung is tried at once. */
export function skipNudge(draft: WorkDraft): void {
  const session = getSession(draft);
  const isStuck = findOpen(session.incidents, "stuck") !== undefined && getOpenTurn(session)?.stuck === "nudged";
  if (isStuck) interruptStuck(draft);
}

function recoverStep(draft: WorkDraft, stuck: StuckStep): void {
  patchTurn(draft, { stuck });
  giveReason(draft, `no sign of the agent: ${stuck}`);
}

/** Of an answer inside an open turn; one that begins a turn waits like every message. */
function listAnswerDeadlines({ phase }: Session): readonly Ms[] {
  const sinceMs = phase.kind === "asking" && phase.turn !== null ? findAnswerSinceMs(phase.question) : null;
  return sinceMs === null ? [] : [sinceMs + limits.answerArrivesMs];
}

/**
 * The agent has not said that it heard: the question is open again. Nobody is notified a second time: the answer may
 * still be on its way, and then it closes the question.
 */
function noteMissedAnswer(draft: WorkDraft): void {
  const session = getSession(draft);
  const deadline = listAnswerDeadlines(session)[0];
  if (session.phase.kind !== "asking" || deadline === undefined || deadline > draft.now.countedMs) return;
  askAgain(draft);
  giveReason(draft, "the agent did not take the answer: the question is open again");
}

function endIdleTakeOver(draft: WorkDraft): void {
  const { hold } = getSession(draft);
  if (hold?.by !== "take_over" || hold.idleSinceMs === null) return;
  if (hold.idleSinceMs + limits.takeOverIdleMs > draft.now.countedMs) return;
  release(draft);
  giveReason(draft, "the take-over ended: nobody was there for a while");
}

/** The person has left: what held the session before holds it again. */
export function release(draft: WorkDraft): void {
  const { hold } = getSession(draft);
  if (hold?.by !== "take_over") return;
  patchSession(draft, { hold: hold.over === null ? null : { by: hold.over } });
}
