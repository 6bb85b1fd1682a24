/**
 * The notebook of one decision. Facts inside it are immutable values; only the notebook's own fields change while the
 * decision is being made, and nothing of it outlives `finish`.
 */
import type { EffectRequest, Effect } from "./effect.ts";
import type { Decision, Facts } from "./facts.ts";
import type { News, Observation } from "./observation.ts";
import type { Now } from "../model/now.ts";
import type { Rules } from "../model/rules.ts";

export type Draft<F extends Facts = Facts> = {
  facts: F;
  readonly rules: Rules;
  readonly now: Now;
  readonly observation: Observation;
  readonly effects: Effect[];
  readonly followUps: News[];
  readonly why: string[];
  idsUsed: number;
};

export function openDraft<F extends Facts>(facts: F, rules: Rules, observation: Observation, now: Now): Draft<F> {
  return { facts, rules, now, observation, effects: [], followUps: [], why: [], idsUsed: 0 };
}

export function finish<F extends Facts>(draft: Draft<F>): Decision {
  return { next: draft.facts, effects: draft.effects, followUps: draft.followUps, why: draft.why };
}

/** Ids come from the observation, so that a replay of it makes the same ones. */
export function createId(draft: Draft): string {
  draft.idsUsed += 1;
  return `${draft.observation.id}.${draft.idsUsed}`;
}

/** Adds an effect. `identity` names the deed: the outbox takes the same key once, however often it is decided. */
export function requestEffect(draft: Draft, request: EffectRequest, identity: string): void {
  draft.effects.push({ ...request, key: `${request.kind}:${identity}` });
}

export function followUp(draft: Draft, news: News): void {
  draft.followUps.push(news);
}

export function giveReason(draft: Draft, sentence: string): void {
  draft.why.push(sentence);
}
