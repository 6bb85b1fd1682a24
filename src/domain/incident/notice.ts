/** A notice may have waited for its channel: what it says must still be so when it gets through. */
import { isOpenChange, type Change } from "../change/change.ts";
import type { NoticeSubject } from "../core/effect.ts";
import type { Facts, WorkFacts } from "../core/facts.ts";
import type { IncidentId } from "../model/ids.ts";
import { isOpenIncident, type Incident } from "./incident.ts";
import type { Project } from "../core/project.ts";
import { hasFailedTogether } from "../landing/red-candidate.ts";
import type { EffectSubject } from "../core/subject.ts";
import { unreachable } from "../model/unreachable.ts";

/** Whose facts say whether it is still so; null: it is always worth telling. */
export function findConcern(subject: NoticeSubject): EffectSubject | null {
  switch (subject.kind) {
    case "incident":
      if (subject.change !== null) return { kind: "change", change: subject.change };
      return subject.session === null ? null : { kind: "session", session: subject.session };
    case "reaction_prepared":
      return { kind: "session", session: subject.session };
    case "change_ready":
      return { kind: "change", change: subject.change };
    case "landing_blocked":
      return { kind: "candidate", candidate: subject.candidate };
    case "base_red":
    case "base_unknown":
      return { kind: "project", project: subject.project };
    case "set_aside":
    case "budget":
      return null;
    default:
      return unreachable(subject);
  }
}

export function isStillSo(subject: NoticeSubject, facts: Facts): boolean {
  switch (subject.kind) {
    case "incident":
      return facts.kind !== "work" || hasOpen(facts, subject.incident) || isLeftOver(facts, subject.incident);
    case "reaction_prepared":
      return facts.kind !== "work" || isPrepared(facts, subject);
    case "change_ready":
      return facts.kind !== "work" || isReady(facts, subject);
    case "landing_blocked":
      return facts.kind !== "candidate" || facts.candidate?.state.kind === "unpublished";
    case "base_red":
    case "base_unknown":
      return isBaseSo(subject.kind, facts.project);
    case "set_aside":
    case "budget":
      return true;
    default:
      return unreachable(subject);
  }
}

function hasOpen(facts: WorkFacts, id: IncidentId): boolean {
  const incident = findIncident(facts, id);
  return incident !== undefined && isOpenIncident(incident);
}

/** Its session ended, which took the trouble from its agent; on a change that is still open it is as it was. */
function isLeftOver({ changes }: WorkFacts, id: IncidentId): boolean {
  const change = changes.find(({ incidents }) => incidents.some((one) => one.id === id));
  const incident = change?.incidents.find((one) => one.id === id);
  if (change === undefined || incident?.closed?.as !== "session_ended" || !isOpenChange(change)) return false;
  const last = change.incidents.findLast(({ trouble }) => trouble === incident.trouble);
  return last === incident && showsStill(change, incident);
}

function showsStill({ round, head, mergeable }: Change, incident: Incident): boolean {
  if (incident.trouble === "conflict") return mergeable.known && !mergeable.value;
  if (incident.trouble !== "ci") return false;
  if (hasFailedTogether(incident, head.commit)) return true;
  const isOfHead = round.kind === "reported" && round.tree === head.tree;
  return isOfHead && round.results.some(({ verdict }) => verdict === "failed" || verdict === "infrastructure");
}

/** Of two that waited for the same channel only the newer one is so: a person has decided about the other. */
function isPrepared(
  facts: WorkFacts,
  { incident: id, message }: Extract<NoticeSubject, { kind: "reaction_prepared" }>,
): boolean {
  const isReadied = facts.messages.some(
    ({ state, cause }) => state.kind === "prepared" && cause.kind === "incident" && cause.incident === id,
  );
  return isReadied && findIncident(facts, id)?.announced === message;
}

const findIncident = ({ session, changes }: WorkFacts, id: IncidentId): Incident | undefined =>
  [...(session?.incidents ?? []), ...changes.flatMap((change) => change.incidents)].find((one) => one.id === id);

function isReady(
  { changes }: WorkFacts,
  { change: id, head }: Extract<NoticeSubject, { kind: "change_ready" }>,
): boolean {
  const change = changes.find((other) => other.id === id);
  return change !== undefined && isOpenChange(change) && change.head.commit === head && change.queue === null;
}

/** While a newer head of the base is being checked, the last word on the older one stands. */
function isBaseSo(kind: "base_red" | "base_unknown", { base }: Project): boolean {
  return kind === "base_red" ? base.toldRed.length > 0 : base.health.kind === "unknown";
}
