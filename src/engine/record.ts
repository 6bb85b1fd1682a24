/** What a decision leaves behind: effects in the outbox, an event for clients, a line in the audit trail. */
import type { Effect } from "../domain/effect.ts";
import type { Decision, Facts } from "../domain/facts.ts";
import { observationId, type ObservationId, type ProjectId } from "../domain/ids.ts";
import type { Now } from "../domain/now.ts";
import type { Observation } from "../domain/observation.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { EngineDeps } from "./deps.ts";
import { laneOf, slotOf, subjectOf } from "./lanes.ts";

export function recordDecision(deps: EngineDeps, observation: Observation, decision: Decision, now: Now): void {
  const { store } = deps;
  for (const effect of decision.effects) addEffect(deps, effect, observation.id, now);
  const subject = subjectName(decision.next);
  const doc = {
    observation: observation.kind,
    why: decision.why,
    effects: decision.effects.map((effect) => effect.kind),
  };
  store.events.append({ atMs: now.wallMs, project: decision.next.project.id, subject, kind: observation.kind, doc });
  if (decision.effects.length === 0 && observation.kind !== "command_given") return;
  const who = observation.kind === "command_given" ? observation.by : "ao";
  const what =
    observation.kind === "command_given"
      ? observation.command.kind
      : decision.effects.map((effect) => effect.key).join(" ");
  store.audit.append({ atMs: now.wallMs, who, what, subject, cause: observation.id, why: decision.why.join("; ") });
}

export function addEffect(deps: EngineDeps, effect: Effect, cause: ObservationId, now: Now): void {
  const delayedMs = effect.kind === "run_checks" || effect.kind === "land_candidate" ? effect.notBeforeMs : null;
  const dueMs = Math.max(now.countedMs, delayedMs ?? 0);
  const lane = laneOf(effect);
  if (subjectOf(effect)?.kind === "session") deps.store.outbox.hurry(lane, now.countedMs);
  deps.store.outbox.add(effect, { lane, slot: slotOf(effect), cause, dueMs, nowMs: now.countedMs });
}

/** `about`: the project it concerns, where that can be told. */
export type SetAside = { readonly seq: number; readonly what: string; readonly about?: ProjectId | undefined };

/** An observation that no rule could take: kept, marked, and said to a person. */
export function recordSetAside(deps: EngineDeps, { seq, what, about }: SetAside, error: string, now: Now): void {
  deps.store.inbox.setAside(seq, error);
  const project = deps.store.projects.all().find(({ id }) => about === undefined || id === about);
  if (project === undefined) return;
  const cause = observationId(`set-aside.${seq}`);
  const text = `An observation (${what}) could not be decided and was set aside: ${error}`;
  const deed = {
    kind: "notify",
    project: project.id,
    subject: { kind: "set_aside", what },
    priority: "warning",
    text,
  } as const;
  addEffect(deps, { ...deed, key: `notify:${cause}` }, cause, now);
}

function subjectName(facts: Facts): string {
  switch (facts.kind) {
    case "work":
      return facts.session?.id ?? facts.changes[0]?.id ?? facts.project.id;
    case "candidate":
      return facts.candidate?.id ?? facts.project.id;
    case "issue":
      return facts.issue?.id ?? facts.project.id;
    case "project":
      return facts.project.id;
    default:
      return unreachable(facts);
  }
}
