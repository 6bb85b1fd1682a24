/**
 * An incident is one trouble of one kind of one subject, from its first sign until it is truly over.
 *
 * Attempts, the agent's clock and the escalation belong to the incident and go on across heads; a new head re-arms only
 * the telling (`toldFor`). The clock runs while the agent owes the next step and stands still while CI, a reviewer or a
 * person does. A person is told of it at most once.
 */
import { limits } from "../model/limits.ts";
import type { CommitSha, IncidentId, MessageId, TreeSha } from "../model/ids.ts";
import type { Ms, Now } from "../model/now.ts";

export const troubleKinds = [
  "ci",
  "review",
  "conflict",
  "stuck",
  "exited",
  "question",
  "budget",
  "idle",
  "issue_closed",
  "effect",
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export type Escalation = { readonly kind: "none" } | { readonly kind: "person"; readonly atMs: Ms };

/**
 * What failed, and where. `as` left out: the head by itself, or as the forge says.
 * `together`: the checks, only in a candidate on its base. `landing`: the merge into `onto`, when a candidate was built.
 * `moved`: the push, because somebody else moved the branch to the commit that `fingerprint` names.
 */
export type IncidentFailure = {
  readonly head: CommitSha | null;
  readonly fingerprint: string;
  readonly as?: "together" | "landing" | "moved";
  readonly onto?: CommitSha | null;
};

/** The same failure has the same identity, whatever told of it. */
export const isSameFailure = (one: IncidentFailure, other: IncidentFailure): boolean =>
  one.head === other.head && one.fingerprint === other.fingerprint && one.as === other.as && one.onto === other.onto;

export type OwedBy =
  /** Null while the agent cannot act (a question is open, the session is held): its clock stands still. */
  | { readonly kind: "agent"; readonly sinceMs: Ms | null }
  | { readonly kind: "ci" }
  | { readonly kind: "reviewer" }
  | { readonly kind: "person" };

export type Incident = {
  readonly id: IncidentId;
  readonly trouble: TroubleKind;
  /** One sentence for people: what is wrong. */
  readonly summary: string;
  readonly openedAtMs: Ms;
  readonly attempts: number;
  /** Attempts whose fix was seen to fail. */
  readonly failedAttempts: number;
  /** The failure the agent was last told of; the same on the same head is not news. */
  readonly toldFor: IncidentFailure | null;
  /** The message with which a person was last told that one waits for them; those in its place are not announced. */
  readonly announced?: MessageId;
  /** Fingerprints already re-run once in this incident, with the tree of the last re-run. */
  readonly rerun: { readonly tree: TreeSha; readonly fingerprint: string } | null;
  readonly fingerprintsSeen: readonly string[];
  /** Of failing checks: a head failed in a candidate that was green by itself. */
  readonly failedTogether?: true;
  readonly agentClockMs: Ms;
  readonly owedBy: OwedBy;
  readonly escalation: Escalation;
  readonly closed: IncidentClosing | null;
};

export type IncidentClosing = {
  readonly atMs: Ms;
  readonly as: "green" | "resolved" | "clean" | "flaky" | "base_red" | "answered" | "progressed" | "session_ended";
};

export function openIncident(id: IncidentId, trouble: TroubleKind, summary: string, now: Now): Incident {
  return {
    id,
    trouble,
    summary,
    openedAtMs: now.countedMs,
    attempts: 0,
    failedAttempts: 0,
    toldFor: null,
    rerun: null,
    fingerprintsSeen: [],
    agentClockMs: 0,
    owedBy: { kind: "person" },
    escalation: { kind: "none" },
    closed: null,
  };
}

/** Moves the next step to somebody; the agent's clock is stopped or started accordingly. */
export function assignNextStep(incident: Incident, who: OwedBy["kind"], now: Now): Incident {
  if (incident.owedBy.kind === who) return incident;
  const agentClockMs = computeAgentTimeMs(incident, now);
  return {
    ...incident,
    agentClockMs,
    owedBy: who === "agent" ? { kind: "agent", sinceMs: now.countedMs } : { kind: who },
  };
}

export function computeAgentTimeMs(incident: Incident, now: Now): Ms {
  const { owedBy } = incident;
  const runsSinceMs = owedBy.kind === "agent" ? owedBy.sinceMs : null;
  return incident.agentClockMs + (runsSinceMs === null ? 0 : now.countedMs - runsSinceMs);
}

/** Stops the agent's clock while it cannot act, and lets it go on when it can. */
export function setClock(incident: Incident, canAct: boolean, now: Now): Incident {
  const { owedBy } = incident;
  if (owedBy.kind !== "agent" || (owedBy.sinceMs !== null) === canAct) return incident;
  const agentClockMs = computeAgentTimeMs(incident, now);
  return { ...incident, agentClockMs, owedBy: { kind: "agent", sinceMs: canAct ? now.countedMs : null } };
}

export function closeIncident(incident: Incident, as: IncidentClosing["as"], now: Now): Incident {
  return { ...assignNextStep(incident, "person", now), closed: { as, atMs: now.countedMs } };
}

export function isOpenIncident(incident: Incident): boolean {
  return incident.closed === null;
}

export function findOpen(incidents: readonly Incident[], trouble: TroubleKind): Incident | undefined {
  return incidents.find((incident) => incident.trouble === trouble && isOpenIncident(incident));
}

/** Puts an incident back among its siblings; closed ones are kept only as recent history. */
export function replaceIncident(incidents: readonly Incident[], changed: Incident): readonly Incident[] {
  const at = incidents.findIndex((incident) => incident.id === changed.id);
  const all = at < 0 ? [...incidents, changed] : incidents.with(at, changed);
  const closed = all.filter((incident) => !isOpenIncident(incident));
  const surplus = new Set(closed.slice(0, Math.max(0, closed.length - limits.closedIncidentsKept)));
  return surplus.size === 0 ? all : all.filter((incident) => !surplus.has(incident));
}
