/**
 * When a session or change must be looked at again, if nothing happens before. Derived from facts and stored beside
 * them as one column, so that there is no timer to forget, to cancel or to fire late about something else.
 */
import { because, perform } from "./draft.ts";
import { escalate, tellPerson } from "./escalation.ts";
import type { WorkFacts } from "./facts.ts";
import { agentTimeMs, findOpen, isOpen, type Incident, type TroubleKind } from "./incident.ts";
import { limits } from "./limits.ts";
import type { Ms } from "./now.ts";
import { nudges } from "./prompt.ts";
import type { ReactionName, Rules } from "./rules.ts";
import type { StuckStep, Turn } from "./session.ts";
import { enter, incidentFor, onSession, openIncidents, patchSession, sessionOf, type WorkDraft } from "./work.ts";

export function nextDeadlineMs(facts: WorkFacts, rules: Rules): Ms | null {
  const { session, changes } = facts;
  const incidents = [...(session?.incidents ?? []), ...changes.flatMap((change) => change.incidents)].filter(isOpen);
  const all = incidents.flatMap((incident) => incidentDeadlines(incident, rules));
  if (session?.phase.kind === "working") all.push(...stuckDeadline(session.phase.turn, rules));
  if (session?.hold?.by === "take_over" && session.hold.idleSinceMs !== null)
    all.push(session.hold.idleSinceMs + limits.takeOverIdleMs);
  return all.length === 0 ? null : Math.min(...all);
}

export function onDue(draft: WorkDraft): void {
  const { now, rules } = draft;
  for (const { home, incident } of openIncidents(draft)) {
    if (incident.escalation.kind === "orchestrator" && incident.escalation.untilMs <= now.countedMs)
      tellPerson(draft, home, incident);
    if (incident.escalation.kind === "none" && isOverdue(incident, rules, now.countedMs)) {
      because(draft, `${incident.trouble}: its time is up`);
      escalate(draft, home, incident, ruleOf(incident.trouble, rules)?.priority ?? "urgent");
    }
  }
  if (draft.facts.session === null) return;
  endIdleTakeOver(draft);
  climbStuckLadder(draft);
}

function incidentDeadlines(incident: Incident, rules: Rules): readonly Ms[] {
  if (incident.escalation.kind === "orchestrator") return [incident.escalation.untilMs];
  const after = ruleOf(incident.trouble, rules)?.escalateAfter;
  if (incident.escalation.kind !== "none" || incident.owedBy.kind !== "agent" || after?.kind !== "time") return [];
  const { sinceMs } = incident.owedBy;
  return sinceMs === null ? [] : [sinceMs + Math.max(0, after.ms - incident.agentClockMs)];
}

function isOverdue(incident: Incident, rules: Rules, countedMs: Ms): boolean {
  const after = ruleOf(incident.trouble, rules)?.escalateAfter;
  return after?.kind === "time" && agentTimeMs(incident, { countedMs, wallMs: 0, weekMinute: 0 }) >= after.ms;
}

const reactionOf: Partial<Record<TroubleKind, ReactionName>> = {
  ci: "ci-failed",
  review: "changes-requested",
  conflict: "merge-conflicts",
};

function ruleOf(trouble: TroubleKind, rules: Rules) {
  const name = reactionOf[trouble];
  return name === undefined ? undefined : rules.reactions[name];
}

/** Each rung has the whole threshold to help before the next one is tried. */
const rungs: Record<StuckStep, number | null> = { none: 1, nudged: 2, interrupted: 3, raised: null };

function stuckDeadline(turn: Turn, rules: Rules): readonly Ms[] {
  const rung = rungs[turn.stuck];
  return rung === null ? [] : [turn.lastSignMs + rung * rules.reactions["agent-stuck"].thresholdMs];
}

/** Nudge, interrupt, restart (when the interrupted turn has ended), person. */
function climbStuckLadder(draft: WorkDraft): void {
  const session = sessionOf(draft);
  if (session.phase.kind !== "working") return;
  const { turn } = session.phase;
  const deadline = stuckDeadline(turn, draft.rules)[0];
  if (deadline === undefined || deadline > draft.now.countedMs) return;
  const rule = draft.rules.reactions["agent-stuck"];
  const before = findOpen(session.incidents, "stuck");
  const incident = incidentFor(draft, onSession, "stuck", "The agent has shown no sign for a while");
  const exhausted = before !== undefined && before.attempts > 0;
  if (rule.action.kind !== "recover" || exhausted || turn.stuck === "interrupted") {
    step(draft, turn, "raised");
    return escalate(draft, onSession, incident, rule.priority);
  }
  if (turn.stuck === "none") {
    perform(
      draft,
      { kind: "steer_turn", session: session.id, turn: turn.id, text: nudges.stuck },
      `${turn.id}:${turn.lastSignMs}`,
    );
    step(draft, turn, "nudged");
  } else {
    perform(draft, { kind: "interrupt_turn", session: session.id, turn: turn.id }, `${turn.id}:${turn.lastSignMs}`);
    step(draft, turn, "interrupted");
  }
}

function step(draft: WorkDraft, turn: Turn, stuck: StuckStep): void {
  const phase = sessionOf(draft).phase;
  if (phase.kind !== "working") return;
  enter(draft, { ...phase, turn: { ...turn, stuck } });
  because(draft, `no sign of the agent: ${stuck}`);
}

function endIdleTakeOver(draft: WorkDraft): void {
  const { hold } = sessionOf(draft);
  if (hold?.by !== "take_over" || hold.idleSinceMs === null) return;
  if (hold.idleSinceMs + limits.takeOverIdleMs > draft.now.countedMs) return;
  release(draft);
  because(draft, "the take-over ended: nobody was there for a while");
}

/** The person has left: what held the session before holds it again. */
export function release(draft: WorkDraft): void {
  const { hold } = sessionOf(draft);
  if (hold?.by !== "take_over") return;
  patchSession(draft, { hold: hold.over === null ? null : { by: hold.over } });
}
