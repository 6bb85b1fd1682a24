/** A turn that is asked to end before it is done: gently first, then for good. */
import { giveReason, requestEffect } from "../core/draft.ts";
import { limits } from "../model/limits.ts";
import type { Ms } from "../model/now.ts";
import type { TurnResult } from "../core/observation.ts";
import type { Rules } from "../model/rules.ts";
import { getOpenTurn, type CutOff, type Turn } from "../session/session.ts";
import { patchTurn, getSession, type WorkDraft } from "../core/work-draft.ts";

/** Asks the open turn to end. Whoever asks last says what follows. */
export function cutOff(draft: WorkDraft, asked: Pick<CutOff, "by" | "then">): void {
  const session = getSession(draft);
  const turn = getOpenTurn(session);
  if (turn === null) return;
  const before = turn.cutOff ?? { sinceMs: draft.now.countedMs, killed: false };
  patchTurn(draft, { cutOff: { ...before, ...asked } });
  const deed = { kind: "interrupt_turn", session: session.id, turn: turn.id } as const;
  requestEffect(draft, deed, `${turn.id}:${draft.observation.id}`);
}

/** When a turn that does not end by itself is killed; null when nobody asked it to end, or it is being killed. */
export function killDeadlineMs({ cutOff: asked }: Turn, rules: Rules): Ms | null {
  if (asked === null || asked.killed) return null;
  return asked.sinceMs + computeGraceMs(rules);
}

/** No rung of `recover` takes longer than the threshold, so a short one shortens the grace too. */
export function computeGraceMs(rules: Rules): Ms {
  return Math.min(limits.interruptGraceMs, rules.reactions["agent-stuck"].thresholdMs);
}

/** It had its time to end by itself. */
export function killUnwilling(draft: WorkDraft): void {
  const session = getSession(draft);
  const turn = getOpenTurn(session);
  const asked = turn?.cutOff ?? null;
  const dueMs = turn === null ? null : killDeadlineMs(turn, draft.rules);
  if (turn === null || asked === null || dueMs === null || dueMs > draft.now.countedMs) return;
  patchTurn(draft, { cutOff: { ...asked, killed: true } });
  const deed = { kind: "stop_turn", session: session.id, turn: turn.id } as const;
  requestEffect(draft, deed, `${turn.id}:${draft.observation.id}`);
  giveReason(draft, "the turn did not end when it was interrupted: its process is killed");
}

/** What was cut off has not failed; a question is worth nothing to a person who begins again. */
export function describeResult({ cutOff: asked }: Turn, result: TurnResult): TurnResult {
  if (asked === null) return result;
  const isVoid = result.kind === "asked" && asked.by === "person" && asked.then === "again";
  return isVoid || result.kind === "failed" || result.kind === "never_started" ? { kind: "interrupted" } : result;
}
