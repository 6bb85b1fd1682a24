/** A provider said "not before": whoever meets the limit writes it down, and nobody asks with that credential till then. */
import type { SlotError } from "../../slots/result.ts";
import type { EngineDeps } from "../deps.ts";

const DEFAULT_MS = 60_000;

/** How long to wait, where the provider did not say. */
export function coolDownMs({ retryAfterMs }: Pick<SlotError, "retryAfterMs">): number {
  return retryAfterMs ?? DEFAULT_MS;
}

/** For reads outside the outbox, which keeps its own book. Other errors are not its business. */
export function noteLimit(deps: EngineDeps, credential: string, error: SlotError<string>): void {
  if (error.code !== "rate_limited") return;
  const untilMs = deps.clock.wallMs() + coolDownMs(error);
  deps.store.transaction(() => deps.store.cooldowns.save({ credential, untilMs }));
}

export function isCooling(deps: EngineDeps, credential: string): boolean {
  return deps.store.cooldowns.untilMs(credential) > deps.clock.wallMs();
}
