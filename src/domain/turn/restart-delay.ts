/**
 * A crashed agent is not started again at once: what made it crash may need a moment to pass, and a program that exits as
 * soon as it begins would use up its retries within a second. The session keeps the moment (`restartAtMs`) before which no
 * turn begins. The deadline ends the wait, so does a person who wants something of the agent.
 */
import { giveReason } from "../core/draft.ts";
import { limits } from "../model/limits.ts";
import type { Ms } from "../model/now.ts";
import type { Session } from "../session/session.ts";
import { patchSession, getSession, type WorkDraft } from "../core/work-draft.ts";

/** `crashes`: how many came before this one, in the same trouble or with the same message. */
export function restartDelayMs(crashes: number): Ms {
  return Math.min(limits.restartBaseMs * limits.restartGrowth ** crashes, limits.restartCapMs);
}

export function delayRestart(draft: WorkDraft, crashes: number): void {
  const delayMs = restartDelayMs(crashes);
  patchSession(draft, { restartAtMs: draft.now.countedMs + delayMs });
  giveReason(draft, `no turn begins for ${delayMs / 1_000} s: the agent has just crashed`);
}

export const isRestartDelayed = ({ restartAtMs = null }: Session): boolean => restartAtMs !== null;

export function restartDeadline({ restartAtMs = null }: Session): readonly Ms[] {
  return restartAtMs === null ? [] : [restartAtMs];
}

/** Its time is up. */
export function endDueRestartDelay(draft: WorkDraft): void {
  const [atMs] = restartDeadline(getSession(draft));
  if (atMs === undefined || atMs > draft.now.countedMs) return;
  endRestartDelay(draft);
  giveReason(draft, "the wait after the crash is over");
}

/** Also for a person's word: whoever asks for something now does not wait for what is tried again by itself. */
export function endRestartDelay(draft: WorkDraft): void {
  if (isRestartDelayed(getSession(draft))) patchSession(draft, { restartAtMs: null });
}
