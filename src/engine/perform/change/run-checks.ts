import type { Effect } from "../../../domain/core/effect.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import type { EngineDeps } from "../../deps.ts";
import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { getSlots, type Performer } from "../context.ts";

type RunChecks = Extract<Effect, { kind: "run_checks" }>;

/** Runs the checks of a tree. A run that nobody waits for any more is not begun, and ends where an earlier daemon began it. */
export const runChecks: Performer<"run_checks"> = async (effect, { deps }) => {
  const { of, project, names, n, isForced = false } = effect;
  const { checks } = getSlots(deps, project);
  if (!isAwaited(deps, effect)) {
    const cancelled = await checks.cancel(effect.key);
    return cancelled.ok ? succeedWith() : toOutcome(cancelled.error);
  }
  const isLanding = (): boolean => isWaitingToLand(deps, of);
  const ran = await checks.run({ runId: effect.key, project, of, names, isForced, isLanding });
  if (ran.ok) return succeedWith({ kind: "checks_finished", of, n, results: ran.value });
  return ran.error.code === "cancelled" ? succeedWith() : toOutcome(ran.error);
};

function isAwaited(deps: EngineDeps, { of, n }: RunChecks): boolean {
  const awaited = findAwaitedRun(deps, of);
  return awaited?.tree === of.tree && awaited.n === n;
}

function isWaitingToLand({ store }: EngineDeps, of: RunChecks["of"]): boolean {
  const change = of.kind === "change" ? store.changes.get(of.change) : null;
  return change !== null && change.queue?.head === change.head.commit;
}

type AwaitedRun = { readonly tree: string | null; readonly n: number };

function findAwaitedRun({ store }: EngineDeps, of: RunChecks["of"]): AwaitedRun | null {
  switch (of.kind) {
    case "change": {
      const round = store.changes.get(of.change)?.round;
      return round?.kind === "asked" ? round : null;
    }
    case "candidate": {
      const state = store.candidates.get(of.candidate)?.state;
      return state?.kind === "checking" ? { tree: state.made.tree, n: state.round } : null;
    }
    case "base": {
      const base = store.projects.get(of.project)?.base;
      return base !== undefined && "round" in base.health ? { tree: base.tree, n: base.health.round } : null;
    }
    default:
      return unreachable(of);
  }
}
