/** What an outcome makes of its outbox row, and what the core is told: retries, cool-downs and giving up live here. */
import type { Effect } from "../../domain/core/effect.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Now } from "../../domain/model/now.ts";
import type { OutboxRow } from "../../store/outbox.ts";
import type { Arrival } from "../inbox/arrival.ts";
import type { EngineDeps } from "../deps.ts";
import { limitAttempts, findEffectSubject } from "./lanes.ts";
import type { EffectOutcome } from "./outcome.ts";
import { findCredential } from "../perform/credential.ts";

/** `write` runs in the transaction that takes the news. */
export type Ending = { readonly arrivals: readonly Arrival[]; readonly write: () => void };

export function endEffect(deps: EngineDeps, row: OutboxRow, outcome: EffectOutcome, now: Now): Ending {
  const { outbox } = deps.store;
  if (outcome.kind === "done") {
    return { arrivals: outcome.arrivals, write: () => outbox.finish(row.seq, "done", null, now.countedMs) };
  }
  if (outcome.kind === "cool_down") return { arrivals: [], write: () => coolDown(deps, row, outcome, now) };
  if (outcome.kind === "retry" && row.attempts + 1 < limitAttempts(row.effect)) {
    const backoffMs = Math.min(limits.effectRetryBaseMs * 2 ** row.attempts, limits.effectRetryCapMs);
    const error = deps.redact(outcome.why);
    const retry = { attempts: row.attempts + 1, dueMs: now.countedMs + backoffMs, error };
    return { arrivals: [], write: () => outbox.retryLater(row.seq, retry) };
  }
  const why = deps.redact(outcome.why);
  const { isUndone = false } = outcome;
  return {
    arrivals: reportGivenUp(row.effect, why, isUndone),
    write: () => outbox.finish(row.seq, "failed", why, now.countedMs),
  };
}

/** The credential rests; the effect waits with it, and has used no attempt. */
function coolDown(
  deps: EngineDeps,
  row: OutboxRow,
  { why, forMs }: Extract<EffectOutcome, { kind: "cool_down" }>,
  now: Now,
): void {
  const credential = findCredential(deps, row.effect);
  if (credential !== null) deps.store.cooldowns.save({ credential, untilMs: now.wallMs + forMs });
  const waitMs = credential === null ? forMs : 0;
  const error = deps.redact(why);
  deps.store.outbox.retryLater(row.seq, { attempts: row.attempts, dueMs: now.countedMs + waitMs, error });
}

function reportGivenUp(effect: Effect, why: string, isUndone: boolean): readonly Arrival[] {
  const subject = findEffectSubject(effect);
  if (subject === null) return [];
  const run = effect.kind === "run_checks" ? { run: { tree: effect.of.tree, n: effect.n } } : {};
  return [{ news: { kind: "effect_failed", effect: effect.kind, subject, why, isUndone, ...run } }];
}
