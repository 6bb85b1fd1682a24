/** Our own checks are asked for at a tree, again after a wait or by hand, and called off with the head they were for. */
import { chooseRunNumber, isVouchedFor, listPassed, type Change, type CheckRun } from "../change/change.ts";
import { abandonChecks, clearChecks } from "./call-off.ts";
import { requestEffect } from "../core/draft.ts";
import { getChange, patchChange, type WorkDraft } from "../core/work-draft.ts";
import type { ChangeId } from "../model/ids.ts";

/** Asks for our own checks at the change's current tree, and calls off those of an older one. A stranger's code is not run. */
export function askForChecks(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  abandonChecks(draft, change);
  if (draft.rules.checks.length === 0 || !isVouchedFor(change)) return clearChecks(draft, change);
  requestChecks(draft, change, { n: chooseRunNumber(change), infrastructureRetries: 0, delayMs: 0 });
}

/** They were called off, and somebody wants to know now. */
export function askAgainIfCalledOff(draft: WorkDraft, id: ChangeId): void {
  const { round } = getChange(draft, id);
  if (round.kind === "none" && round.calledOff !== undefined) askForChecks(draft, id);
}

type Run = Pick<CheckRun, "n" | "infrastructureRetries" | "brokenBy"> &
  Readonly<{ delayMs: number; isForced?: boolean }>;

export function requestChecks(draft: WorkDraft, change: Change, { delayMs, isForced = false, ...round }: Run): void {
  const { n } = round;
  const of = { kind: "change", change: change.id, tree: change.head.tree } as const;
  const notBeforeMs = delayMs === 0 ? null : draft.now.countedMs + delayMs;
  // The observation is part of the deed's name: a head that comes back later (a reset) is asked for again.
  const identity = `${change.id}:${change.head.commit}:${n}:${draft.observation.id}`;
  const run = { key: `run_checks:${identity}`, tree: of.tree, ...round, askedAtMs: draft.now.countedMs };
  patchChange(draft, change.id, { round: { kind: "asked", ...run, passed: listPassed(change, of.tree) } });
  const deed = { kind: "run_checks", of, project: change.project, n, names: draft.rules.checks, notBeforeMs } as const;
  requestEffect(draft, isForced ? { ...deed, isForced } : deed, identity);
}
