/**
 * The rule of every loop (CI, review, conflict): what to do about one more failure of one incident.
 * Change a rule here; its table is in `reaction.test.ts`.
 */
import { isSameFailure, type IncidentFailure, type Incident } from "./incident.ts";
import type { Autonomy, ReactionRule } from "../model/rules.ts";

export type Reaction = {
  readonly telling:
    | { readonly kind: "tell"; readonly attempt: number }
    /** Composed, shown, and waiting for one key; not an attempt before it is sent. */
    | { readonly kind: "prepare"; readonly attempt: number; readonly why: "auto_off" | "autonomy" | "approval_due" }
    | { readonly kind: "silent"; readonly why: "retries_used" | "not_for_agent" };
  readonly escalate: boolean;
  /** How many of the attempts have now been seen to fail. */
  readonly failedAttempts: number;
};

export function react(incident: Incident, rule: ReactionRule, autonomy: Autonomy): Reaction {
  return {
    telling: chooseTelling(incident, rule, autonomy),
    escalate: isTimeToEscalate(incident, rule),
    // Whatever was sent before did not help: the failure is here again, on another head or with another face.
    failedAttempts: incident.attempts,
  };
}

/** A re-run of the same failure on the same head is not news. */
export function isToldAlready(incident: Incident, failure: IncidentFailure): boolean {
  return incident.toldFor !== null && isSameFailure(incident.toldFor, failure);
}

function chooseTelling(incident: Incident, rule: ReactionRule, autonomy: Autonomy): Reaction["telling"] {
  const attempt = incident.attempts + 1;
  if (rule.action.kind !== "send-to-agent") return { kind: "silent", why: "not_for_agent" };
  if (incident.attempts >= rule.retriesMax) return { kind: "silent", why: "retries_used" };
  if (autonomy === "observe" || autonomy === "propose") return { kind: "prepare", attempt, why: "autonomy" };
  if (!rule.auto) return { kind: "prepare", attempt, why: "auto_off" };
  if (rule.approvalAfter !== null && incident.attempts >= rule.approvalAfter) {
    return { kind: "prepare", attempt, why: "approval_due" };
  }
  return { kind: "tell", attempt };
}

/** Time is watched elsewhere, by the incident's clock; here only counts decide. */
function isTimeToEscalate(incident: Incident, rule: ReactionRule): boolean {
  if (rule.action.kind !== "send-to-agent" && rule.action.kind !== "run") return true;
  if (incident.attempts >= rule.retriesMax) return true;
  return rule.escalateAfter?.kind === "attempts" && incident.attempts >= rule.escalateAfter.n;
}
