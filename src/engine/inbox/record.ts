/** What a decision leaves behind: effects in the outbox, an event for clients, a line in the audit trail. */
import { formatActor } from "../../domain/core/actor.ts";
import type { Effect } from "../../domain/core/effect.ts";
import type { Decision, Facts } from "../../domain/core/facts.ts";
import { hashText } from "../../domain/model/hash.ts";
import { observationId, type ObservationId, type ProjectId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import { isKnown } from "../../domain/model/known.ts";
import type { Now } from "../../domain/model/now.ts";
import type { Observation } from "../../domain/core/observation.ts";
import { computeCost, goneWithoutEnd } from "../../domain/session/spending.ts";
import type { DueSubject } from "../../domain/core/subject.ts";
import { describeObservation } from "../../domain/words/describe-observation.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { EngineDeps } from "../deps.ts";
import { chooseEffectLane, chooseEffectSlot, findEffectSubject } from "../outbox/lanes.ts";

export function recordDecision(deps: EngineDeps, observation: Observation, decision: Decision, now: Now): void {
  const { store } = deps;
  for (const effect of decision.effects) addEffect(deps, effect, observation.id, now);
  if (observation.kind === "turn_ended") store.turns.end(observation.turn, now.wallMs, computeCost(observation));
  if (observation.kind === "turn_probed" && isKnown(observation.alive, false))
    store.turns.endGone(observation.turn, now.wallMs, computeCost(goneWithoutEnd));
  const subject = nameSubject(decision.next);
  const doc = {
    observation: observation.kind,
    told: describeObservation(observation),
    why: decision.why,
    effects: decision.effects.map((effect) => effect.kind),
  };
  store.events.append({ atMs: now.wallMs, project: decision.next.project.id, subject, kind: observation.kind, doc });
  if (decision.effects.length === 0 && observation.kind !== "command_given") return;
  const who = observation.kind === "command_given" ? formatActor(observation.by) : "ao";
  const what =
    observation.kind === "command_given"
      ? observation.command.kind
      : decision.effects.map((effect) => effect.key).join(" ");
  const why = deps.redact(decision.why.join("; "));
  store.audit.append({ atMs: now.wallMs, who, what: deps.redact(what), subject, cause: observation.id, why });
}

export function addEffect(deps: EngineDeps, effect: Effect, cause: ObservationId, now: Now): void {
  const delayedMs = effect.kind === "run_checks" || effect.kind === "land_candidate" ? effect.notBeforeMs : null;
  const dueMs = Math.max(now.countedMs, delayedMs ?? 0);
  const lane = chooseEffectLane(effect);
  if (findEffectSubject(effect)?.kind === "session") deps.store.outbox.hurry(lane, now.countedMs);
  deps.store.outbox.add(effect, { lane, slot: chooseEffectSlot(effect), cause, dueMs, nowMs: now.countedMs });
}

export type SetAside = { readonly seq: number; readonly observation: Observation | null };

/** An observation that no rule could take: kept, marked, and said to a person. Null: not even its row can be read. */
export function recordSetAside(deps: EngineDeps, { seq, observation }: SetAside, error: string, now: Now): void {
  const why = deps.redact(error);
  deps.store.inbox.setAside(seq, why);
  if (observation?.kind === "due") putOff(deps, observation.subject, now);
  const what = observation?.kind ?? `row ${seq} of the inbox`;
  const about = observation === null ? what : JSON.stringify({ ...observation, id: null });
  const project = observation !== null && "project" in observation ? observation.project : undefined;
  const text = `An observation (${what}) could not be decided and was set aside: ${why}`;
  raise(deps, { what, about, text, project }, now);
}

/** Its time stays up, and would be told again at every tick. */
function putOff({ store }: EngineDeps, subject: DueSubject, { countedMs }: Now): void {
  const dueMs = countedMs + limits.dueRetryMs;
  if (subject.kind === "session") store.sessions.putOff(subject.session, dueMs);
  else store.changes.putOff(subject.change, dueMs);
}

/** `about` is the same as often as it is the same fault. */
export type Fault = {
  readonly what: string;
  readonly about: string;
  readonly text: string;
  readonly project?: ProjectId | undefined;
};

/** A fault that only a person can mend, told once however often we stumble over it. */
export function raise(deps: EngineDeps, { what, about, text, project: concerned }: Fault, now: Now): void {
  const projects = deps.store.projects.all();
  const project = projects.find(({ id }) => id === concerned) ?? projects[0];
  if (project === undefined) return;
  const cause = observationId(`set-aside.${hashText(about)}`);
  const deed = {
    kind: "notify",
    project: project.id,
    subject: { kind: "set_aside", what },
    priority: "warning",
    text: deps.redact(text),
  } as const;
  addEffect(deps, { ...deed, key: `notify:${cause}` }, cause, now);
}

function nameSubject(facts: Facts): string {
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
