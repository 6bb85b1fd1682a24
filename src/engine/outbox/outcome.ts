/** What a performer reports. It holds no policy: the outbox decides about retries, the core about the news. */
import type { News } from "../../domain/core/observation.ts";
import type { Arrival } from "../inbox/arrival.ts";
import { coolDownMs } from "./cool-down.ts";
import type { SlotError } from "../../slots/result.ts";

export type EffectOutcome =
  | { readonly kind: "done"; readonly arrivals: readonly Arrival[] }
  | { readonly kind: "retry"; readonly why: string; readonly isUndone?: boolean }
  /** The whole credential must rest. */
  | { readonly kind: "cool_down"; readonly why: string; readonly forMs: number }
  | { readonly kind: "failed"; readonly why: string; readonly isUndone?: boolean };

export const succeedWith = (...news: readonly News[]): EffectOutcome =>
  succeedWithArrivals(news.map((item) => ({ news: item })));
/** For news that may also come another way: their keys let each of them count once. */
export const succeedWithArrivals = (arrivals: readonly Arrival[]): EffectOutcome => ({ kind: "done", arrivals });
export const failForGood = (why: string): EffectOutcome => ({ kind: "failed", why });
export const retryFor = (why: string): EffectOutcome => ({ kind: "retry", why });

/** It did not come to the deed itself. */
export const undoOutcome = (outcome: EffectOutcome): EffectOutcome =>
  outcome.kind === "retry" || outcome.kind === "failed" ? { ...outcome, isUndone: true } : outcome;

/** The codes common to all slots; a performer handles those of its own slot first. */
export function toOutcome(error: SlotError<string>): EffectOutcome {
  if (error.code === "rate_limited") return { kind: "cool_down", why: error.message, forMs: coolDownMs(error) };
  return error.code === "unavailable" ? retryFor(error.message) : failForGood(error.message);
}
